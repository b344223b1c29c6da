profile { ops = { "add" }, ranks = 3 }
