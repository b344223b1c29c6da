op "scaled" { says = "a * b + a", types = { "f32", "i16" }, expr = function(a, b) return a * b + a end }
