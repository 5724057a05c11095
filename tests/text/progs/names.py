# SPDX-License-Identifier: GPL-3.0-or-later
#
# A program whose interpreter has many functions, for tests of what fits in a line.
import json, re, collections
text = json.dumps([{"name": "n%d" % i, "values": list(range(i % 7))} for i in range(300)])
data = json.loads(text)
c = collections.Counter(w for d in data for w in re.findall(r"\d", d["name"]))
print(sorted(c.items())[:3])
