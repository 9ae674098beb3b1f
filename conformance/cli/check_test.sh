#!/bin/sh
# Bad input to `snarp check`: one clear line each, and the exit status.
# usage: check_test.sh SNARP SOURCE_DIR
snarp=$1
source=$2
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
mkdir v bare
cp "$source/vectors/rules.json" v/
bad=0

# expect STATUS LINE ARGUMENTS...: the status, and the line on standard error.
expect() {
  status=$1
  line=$2
  shift 2
  "$snarp" check "$@" >out 2>err
  got=$?
  if [ "$got" -ne "$status" ] || [ "$(cat err)" != "snarp: $line" ]; then
    printf 'snarp check %s\n  expected %s: snarp: %s\n  got %s: %s\n' \
      "$*" "$status" "$line" "$got" "$(cat err)"
    bad=1
  fi
}

file() {
  printf '%s' "$1" >v/x.json
}

expect 2 'check: expected one of ref, the name of an adapter, --all, or -- and a command'
expect 2 'check has no option --frob; snarp check --help lists them' --frob
expect 2 '--timeout x: expected seconds from 0.01 to 86400' --timeout x ref
expect 2 '--jobs 0: expected a number from 1 to 64' --jobs 0 ref
expect 2 '--only: expected a value behind it' ref --only
expect 2 '--only zzz: fits the id of no vector' ref --only zzz
expect 2 '--show zzz: there is no such vector' --show zzz
expect 2 'missing: cannot be read: No such file or directory' --vectors missing ref
expect 4 'bare: expected a rules.json in this folder or above it' --vectors bare ref
file nope
expect 4 "v/x.json:1:4: is not JSON as expected: '[' or '{' expected near 'nope'" --vectors v ref
file '{"format":"snarp-vectors/2"}'
expect 4 'v/x.json: format: expected "snarp-vectors/1", found "snarp-vectors/2"' --vectors v ref
file '{"format":"snarp-vectors/1","op":"naptr.fly","topic":"t","vectors":[]}'
expect 4 'v/x.json: op: "naptr.fly" is no op; expected naptr or srv, a dot, and decode, encode, scan or print' --vectors v ref
file '{"format":"snarp-vectors/1","op":"srv.scan","topic":"t","vectors":[{"id":"srv.scan/a"}]}'
expect 4 'v/x.json: vectors[0] (srv.scan/a): title: expected a string, found nothing' --vectors v ref
expect 3 './missing: cannot be started: No such file or directory' -- ./missing
expect 3 './out: cannot be started: Permission denied' -- ./out
expect 3 '/bin/true: ended too early with exit status 0' -- /bin/true
expect 2 '/dev/full: cannot be written: No space left on device' --output /dev/full ref
expect 2 'no/where: cannot be written: No such file or directory' --output no/where ref
expect 2 'missing.json: cannot be read: No such file or directory' --known missing.json ref
printf '{"format":"snarp-known/1","implementation":"x","version":"1"}' >k.json
expect 4 'k.json: expected: expected a list, found nothing' --known k.json ref

"$snarp" check --format jsonl --output report ref >out 2>err || bad=1
[ -s report ] && [ "$(ls report.* 2>/dev/null)" = "" ] || bad=1
[ "$(tail -n 1 out | cut -d ' ' -f 1)" = snarp: ] || bad=1
exit $bad
