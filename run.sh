ops="softplus log_sigmoid log1p asinh acosh atanh log2 log10 sin cos tan atan asin acos cbrt erf gelu gelu_tanh exp2 expm1 sinh cosh sigmoid silu mish softsign log tanh"
for f in $ops; do make run-way WAY=usual OPS="$(echo $ops | tr ' ' ,)" ISAS="scalar sse2 avx512" ISA="sse2,avx512" DTYPE=f32 FUNCTION=$f > /tmp/w25c_$f.log 2>&1; echo "$f $(grep -c ^wrong /tmp/w25c_$f.log)" >> /tmp/w25c.log; done
