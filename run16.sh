ops="$1"
for d in f16 bf16; do for f in $ops; do make run-way WAY=usual OPS="$(echo $ops | tr ' ' ,)" ISAS="scalar sse2 avx2 avx512" FUNCTION=$f DTYPE=$d > /tmp/w25b_$f.$d.log 2>&1; echo "$f $d $(grep -c ^wrong /tmp/w25b_$f.$d.log) $(tail -1 /tmp/w25b_$f.$d.log | cut -c1-100)" >> /tmp/w25b.log; done; done
