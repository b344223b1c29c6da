-- The keys of each kind of entry in declarative files: key = the type of its value ("any": any; "names": a list of
-- strings; "0 to 31": an integer in that range), or a list of all values. A key that is a number is a mandatory
-- position in a list; "..." is for all other positions. `asks` lists the $ letters in the spelling of each key of a
-- block; each key of a profile is also an option of the command line. reading.check checks entries against this;
-- conditions between keys are checked where a kind is read (declare.lua, isas.lua, blocks.lua, compiler/recipes.lua,
-- frontends/specs.lua, profile.lua). Explain a new key where users will look for it: in words.lua,
-- catalogue/operators.lua or catalogue/onnx.lua, and in docs/operators.md, porting.md or vendoring.md. Add a key of a
-- profile also to profile.lua, usage.txt and the Makefile's PROFILE_WORDS.

-- A kind of entries: the keys of each type, and the keys that need more than a type.
local function kind(keys, others)
  local known = others or {}
  for type, names in pairs(keys) do
    for name in names:gmatch("%S+") do known[name] = type end
  end
  return known
end

-- One version of a front end's operation; the key `order` increases from each version to the next.
local function version(order)
  return kind({ table = "also types attributes ways", any = "U V", names = "rules" }, { [order] = "1 to 999" })
end

local claims = { "all inputs", "algebraic", "by a published bound", "no counterexample known" }

return {
  -- The keys that entries of a kind must have.
  needed = {
    dtype = "class bits c", word = "takes gives types result says", recipe = "types", op = "says types",
    fold = "says step", isa = "says rank guard machine loop features free",
    onnx_spec = "title newest order attributes rules foreign", openvino_spec = "title order attributes rules foreign",
    onnx_version = "since ways types rules", openvino_version = "opset ways types rules",
  },

  -- gen/catalogue/dtypes.lua, the files of gen/dictionary/
  dtype = {
    class = { "float", "half", "minifloat", "int", "uint", "bool" }, bits = { 2, 4, 6, 8, 16, 32, 64 }, c = "string",
    significand = "0 to 52", bias = "1 to 127", most = "1 to 255", infinity = "1 to 255", nan = "1 to 255",
    own = { "double" }, unpacked = "string", finite = "boolean",
  },
  word = kind({
    names = "takes operands", string = "gives result says", table = "types",
    number = "weight lanes",
    boolean = "carries commutes computes raises silent near seldom settles of_opposite absorbs",
  }, { sign = { "any" } }),
  recipe = { "function", types = "table", held = "table", of = "string", inline = "boolean", vector = "boolean" },

  -- A profile: the contents of a library. An omitted list means everything.
  profile = kind({
    names = "ops onnx openvino dtypes isas ways ops_from specs rules selftest_hashes", string = "prefix",
    boolean = "detect refuses_zero selftest",
  }, {
    form = { "tree", "single" }, runtime = { "full", "compact" }, rank = "2 to 32", tile_bytes = "8 to 65536",
    cache_bytes = "0 to 2147483647",
  }),

  -- gen/catalogue/operators/
  op = kind {
    string = "gives", table = "types U V parameters converts shorter", names = "takes operands",
    number = "divisor", boolean = "commutes remainder whole_steps saturates", ["function"] = "only most_of_lower",
    any = "says expr float double half minifloat int uint bool rounded",
  },
  -- An operator's meaning: for all types, and clauses for some classes of T, or of T and the result.
  says = kind({ string = "integers floats bools" }, {
    "string", ["signed integers"] = "string", ["numbers to floats"] = "string", ["floats to integers"] = "string",
    ["integers to integers"] = "string", ["numbers to bool"] = "string",
  }),
  -- Claims of a correctly rounded operator (docs/proofs.md), by class.
  rounded = kind({}, { float = claims, double = claims, half = claims }),
  -- The conversion of the operand of type U: the dtype at T and U, and the expression.
  converts = { to = "function", by = "function" },
  -- Values of a held operand for which an expression of the other operand gives the same result: a value, a name, its
  -- meaning, the expression.
  shorter = { operand = "string", classes = "names", ["..."] = "table" },
  shorter_way = { "number", "string", "string", "function" },
  op_way = { "string", "function" },
  parameter = { "string", "string", default = "number" },
  fold = kind { string = "says step finish", table = "at_once" },

  -- Names that no operand may have: variables in the generated functions, and parameters of the calls. Names that
  -- neither an operand nor a parameter may have: macros of common headers; names of C and C++, and compilers' macros.
  reserved = [[last whole tail rows cols row i out po p scale one is_certain certain fast slow live
    inputs parameters]],
  own_names = "n count steps options input_rows",
  macros = "near far huge small hyper interface interrupt pascal cdecl fortran",
  keywords = [[auto break case char const continue default do double else enum extern float for goto if inline int
    long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
    alignas alignof and and_eq asm bitand bitor bool catch char8_t class co_await co_return co_yield compl concept
    const_cast consteval constexpr constinit decltype delete dynamic_cast explicit export false friend mutable
    namespace new noexcept not not_eq nullptr operator or or_eq private protected public reinterpret_cast requires
    static_assert static_cast template this thread_local throw true try typeid typename typeof typeof_unqual using
    virtual xor xor_eq i386 linux mips pixel sun unix vector]],

  -- gen/isa. `counted`: registers of all types have the same number of lanes, and a count says how many are live.
  -- isas.lua (`take_over`) lists the keys that an extension gets from its base.
  isa = kind({
    string = "says scale guard machine header base fence compiler link platform packages model",
    number = "rank bits scale_most typical steps", boolean = "counted precompiled seldom",
    table = "features repeats heavy", names = "free order", any = "run ...",
  }, { loop = { "each", "last", "mask", "while" }, number = "1 to 23" }),
  -- A feature: its name; the compilers' macro and names for it, if they differ; and how to detect it at run time: by
  -- CPUID; on Linux by a bit of AT_HWCAP, of AT_HWCAP2 or of riscv_hwprobe's key 4; or not at all: then it counts as
  -- present if the compiler promises it.
  feature = {
    "string", macro = "string", gcc = "string", clang = "string", leaf = "number", subleaf = "number",
    reg = { "eax", "ebx", "ecx", "edx" }, bit = "0 to 31", xcr0 = "number", hwcap = "0 to 63", hwcap2 = "0 to 63",
    hwprobe = "0 to 63",
  },
  -- One of several ways to run the tests: its name, the command, and values that replace the ISA's.
  run = kind({ string = "compiler link platform packages" }, { "string", "string" }),
  -- A block's keys that are not words, those of a fraction (a smaller register), and those of a word with several
  -- forms. A new key needs its $ letters in `asks`, and a line in gen/tests/spelled.lua.
  block = kind {
    string = [[reg mask not_all false_bits live all_live load store load_first load_filled store_first splat splat_mask
      constant zero permute load_parts stream named]],
    table = "fraction bitwise",
  },
  fraction = kind { string = "reg load store stream load_first load_filled store_first bits named" },
  forms = kind { string = "... one fraction lo hi pair parts named", number = "cost wraps" },

  -- The $ letters in the spellings of a block's keys: first the mandatory ones, then the optional ones. Words use the
  -- numbers of their operands. Predicates ($k) exist only where register length varies, and in the keys that name k
  -- here.
  asks = {
    reg = { "", "" }, mask = { "", "l" }, not_all = { "1", "k l" }, false_bits = { "1", "l" },
    live = { "i n", "" }, all_live = { "", "" },
    load = { "", "p a i k l" }, load_first = { "k", "p a i l" }, load_filled = { "k v", "p a i l" },
    store = { "1", "p a i k l" }, store_first = { "1 k", "p a i l" }, stream = { "1", "p a i l" },
    splat = { "1", "k l" }, splat_mask = { "1", "k l" }, constant = { "1", "k l" }, zero = { "", "k l" },
    permute = { "1 2", "" }, load_parts = { "p", "" },
    lo = { "1", "k l" }, hi = { "1", "k l" }, pair = { "1 2", "k l" }, parts = { "1 2", "" },
    word = { "", "k l" }, bits = { "1", "f" },
  },

  -- gen/catalogue/onnx.lua and gen/catalogue/openvino.lua: a specification, an attribute, a dtype's names there, an
  -- operation, one of its versions, and one way to compute a version.
  onnx_spec = kind({ string = "title", table = "attributes rules foreign" }, {
    newest = "1 to 999", order = { "since" },
  }),
  openvino_spec = kind({ string = "title", table = "attributes rules foreign" }, { order = { "opset" } }),
  -- Kinds and uses are also constants in include/broadloom_node.h, with the same names in capitals.
  attribute = kind({
    string = "alias called parameter", boolean = "rounds_up", number = "least most", table = "words",
  }, {
    "string", { "integer", "list", "real", "word", "dtype_name", "dtype_number" },
    use = { "broadcast", "rule", "axis", "choice", "dtype", "precision", "block", "truth" },
  }),
  onnx_dtype = { "string", "1 to 99" },
  openvino_dtype = { "string" },
  onnx = kind { table = "ways ..." },
  openvino = kind { table = "ways ..." },
  onnx_version = version "since",
  openvino_version = version "opset",
  way = kind {
    string = "op fold gives", table = "types takes to second unread", any = "when", number = "like values",
  },
}
