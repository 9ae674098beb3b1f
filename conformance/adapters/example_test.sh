#!/bin/sh
# example_test.sh SNARP MANUAL: the first program in the manual of adapters runs
# and passes, as the manual promises.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
awk '/^```$/ { if (inside) { exit } } inside { print }
  /^```python$/ { inside = 1 }' "$2" >"$folder/example.py"
chmod +x "$folder/example.py"
"$1" check -- "$folder/example.py"
