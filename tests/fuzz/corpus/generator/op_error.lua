op "x" { says = "x", types = { "f32" }, expr = function(a) return a + {} end }
