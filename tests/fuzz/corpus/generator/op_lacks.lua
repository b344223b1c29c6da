op "x" { expr = function(a) return a + 1 end }
