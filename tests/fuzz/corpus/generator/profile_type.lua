profile { ops = { add = true }, dtypes = 7 }
