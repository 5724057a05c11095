# SPDX-License-Identifier: GPL-3.0-or-later
#
# is-ours.sh: whether Xgrind installed a program, for the scripts that include this file.

# Xgrind installs scripts that say so.
is_ours() { # FILE
   head -n 5 "$1" 2>/dev/null | tr -d '\0' | grep 'installed with Xgrind' >/dev/null
}
