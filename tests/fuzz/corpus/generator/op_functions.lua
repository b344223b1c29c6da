op "gate" { says = "a * sigmoid(a) * b", types = { "f32" }, expr = function(a, b) return a * sigmoid(a) * b end }
