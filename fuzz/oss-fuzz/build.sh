#!/bin/bash -eu
# Copyright 2026 the snarp authors
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#      http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.
#
################################################################################

# Makes $OUT/TARGET with its seeds, dictionary and options: the targets that
# need libsnarp alone. Those that need other libraries are left out: ldns and
# rsplib would come from packages, which have no instrumentation that
# MemorySanitizer could follow, and without jansson there is no runner.
source=$SRC/snarp

cmake -S "$source" -B "$WORK/snarp" -DCMAKE_BUILD_TYPE=None \
  -DSNARP_CONFORMANCE=OFF -DSNARP_FUZZ=ON \
  -DSNARP_FUZZ_ENGINE="$LIB_FUZZING_ENGINE"
cmake --build "$WORK/snarp" --target fuzz_targets fuzz_seeds_made \
  -j "$(nproc)"

for built in "$WORK"/snarp/fuzz/fuzz_*; do
  if [ ! -f "$built" ] || [ ! -x "$built" ]; then
    continue
  fi
  target=${built##*/fuzz_}
  cp "$built" "$OUT/$target"
  if [ -d "$WORK/snarp/fuzz/seeds/$target" ]; then
    (cd "$WORK/snarp/fuzz/seeds/$target" &&
      python3 -m zipfile -c "$OUT/${target}_seed_corpus.zip" .)
  fi
  for file in "$source/fuzz/$target.dict" "$source/fuzz/$target.options"; do
    if [ -f "$file" ]; then
      cp "$file" "$OUT/"
    fi
  done
done
