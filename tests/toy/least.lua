-- The smallest instruction set with which a port can begin: registers of f32, and one word. docs/porting.md has the next steps.

local function c(text) return (text:gsub("%f[%w]V%f[%W]", "__attribute__((vector_size(16)))")) end

isa "least" {
  says = "the least", rank = 11, bits = 128, guard = "defined(__GNUC__)", machine = "any", loop = "last", features = {},
  free = { "^__attribute__$", "^vector_size$" },

  lanes { f32 = "float" } {
    reg = c"$e V", splat = c"($e V){$1, $1, $1, $1}", add = "$1 + $2",
    load = c"((const struct { $e v V; } __attribute__((packed, may_alias)) *)($p))->v",
    store = c"((struct { $e v V; } __attribute__((packed, may_alias)) *)($p))->v = $1",
  },
}
