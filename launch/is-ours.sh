# SPDX-License-Identifier: GPL-3.0-or-later
#
# is-ours.sh: whether Xgrind installed a program, for the scripts that include this file.

# Xgrind installs programs that say so.
is_ours() { # FILE
   grep -a 'installed with Xgrind' "$1" >/dev/null 2>&1
}
