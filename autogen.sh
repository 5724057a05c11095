#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# autogen.sh: makes ./configure and Makefile.in in a checkout.
#
# Usage: ./autogen.sh
# Needs autoconf and automake; a release tarball does not need this step.

cd "$(dirname "$0")" || exit 1
for pair in autoreconf:autoconf automake:automake aclocal:automake; do
   if ! command -v "${pair%%:*}" >/dev/null 2>&1; then
      echo "autogen.sh: ${pair%%:*} is missing; install it with: apt-get install ${pair##*:}" >&2
      exit 1
   fi
done
launch/make-lists . >files.am || exit 1
exec autoreconf -i
