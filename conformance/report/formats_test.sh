#!/bin/sh
# usage: formats_test.sh SNARP TOP: the reports of two vectors, one of which
# fails and is titled to break out of HTML, read by other programs.
set -eu
snarp=$1
top=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/v"
cp "$top/vectors/rules.json" "$tmp/v/"
cat >"$tmp/v/x.json" <<'X'
{"format": "snarp-vectors/1", "op": "naptr.decode", "topic": "reports",
 "vectors": [
  {"id": "naptr.decode/good", "title": "good", "origin": "hand",
   "rules": ["rfc1035-3.3-inside-rdata"], "in": {"rdata": "0000000000000000"},
   "expect": {"value": {"order": 0, "preference": 0, "flags": "",
     "services": "", "regexp": "", "replacement": "00"}}},
  {"id": "naptr.decode/bad", "title": "</script><b> & # \\ \"]]>",
   "origin": "hand", "rules": ["rfc1035-3.3-inside-rdata"],
   "in": {"rdata": "0000000000000000"},
   "expect": {"reject": ["trailing"], "twin": "naptr.decode/good"}}]}
X
fail() {
  echo "formats_test: $*" >&2
  exit 1
}

for format in tap junit jsonl html; do
  rc=0
  "$snarp" check ref --vectors "$tmp/v" --format $format \
    --output "$tmp/r.$format" >/dev/null || rc=$?
  [ "$rc" = 1 ] || fail "$format: exit status $rc, expected 1"
done

# Debian's TAP::Parser knows TAP up to 13, of which 14 is an extension.
sed '1s/14/13/' "$tmp/r.tap" >"$tmp/r13.tap"
perl -MTAP::Parser -e '
  my $p = TAP::Parser->new({source => $ARGV[0]});
  $p->run;
  my @errors = $p->parse_errors;
  die "@errors\n" if @errors;
  my @failed = $p->failed;
  die "failed: @failed, expected one\n" unless @failed == 1;
' "$tmp/r13.tap" || fail "TAP"

if command -v xmllint >/dev/null; then
  xmllint --noout "$tmp/r.junit" || fail "JUnit is not well-formed"
  n=$(xmllint --xpath 'count(//testcase/failure)' "$tmp/r.junit")
  [ "$n" = 1 ] || fail "JUnit: $n failures, expected 1"
else
  echo "skipped: JUnit, xmllint is missing (apt-get install libxml2-utils)"
fi

/usr/bin/python3 - "$tmp/r.jsonl" "$tmp/r.html" <<'P'
import json, re, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
assert lines[0]["type"] == "subject" and lines[-1]["type"] == "summary"
assert sum(line.get("verdict") == "fail" for line in lines) == 1
assert lines[-1]["failed"] == 1
page = open(sys.argv[2]).read()
data = re.search(r'id="data">(.*?)</script>', page, re.S).group(1)
vectors = json.loads(data)["vectors"]
assert any(v["title"].startswith("</script>") for v in vectors)
shell = page.replace(data, "")
assert not re.search(r'(src|href)\s*=|https?:|@import|url\(', shell)
P
