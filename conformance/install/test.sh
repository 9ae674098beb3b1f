#!/bin/sh
# test.sh BUILD COMPILER VERSION: installs a build to a folder of its own,
# builds the program beside this script with find_package(snarp VERSION) and
# runs it.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$1" --prefix "$work/prefix" >"$work/log"
cmake -S "$here/consumer" -B "$work/build" -G Ninja \
  -DCMAKE_C_COMPILER="$2" -DEXPECTED="$3" \
  -DCMAKE_PREFIX_PATH="$work/prefix" >>"$work/log"
ninja -C "$work/build" --quiet
"$work/build/consumer"
