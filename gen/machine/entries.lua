-- What the entries of each kind of declarative file may say: key = the type that its value must have ("any": any; "names": a
-- list of strings; "0 to 31": such a whole number), or a list of all values that it may have. A number is a place in a list,
-- and must be given; "..." all other places. gen/machine/declare.lua checks entries against this.

return {
  -- gen/catalogue/dtypes.lua, the files of gen/dictionary/
  dtype = {
    class = { "float", "half", "int", "uint", "bool" }, bits = { 8, 16, 32, 64 }, c = "string", significand = "1 to 52",
  },
  word = {
    takes = "names", operands = "names", gives = "string", types = "table", result = "string", says = "string",
    sign = { "any" }, carries = "boolean", commutes = "boolean", weight = "number", lanes = "number", of_opposite = "table",
    computes = "boolean", raises = "boolean", silent = "boolean", near = "boolean",
  },
  recipe = { "function", types = "table", held = "table", inline = "boolean", vector = "boolean" },

  -- A profile: what a library is woven for. Names that are left out mean all that there is.
  profile = {
    ops = "names", dtypes = "names", isas = "names", ops_from = "names", specs = "names", rules = "names", prefix = "string",
    form = { "tree", "single" }, runtime = { "full", "compact" }, rank = "2 to 32", tile_bytes = "8 to 65536",
    cache_bytes = "0 to 2147483647", detect = "boolean", refuses_zero = "boolean", selftest = "boolean",
    selftest_hashes = "names",
  },

  -- gen/catalogue/ops.lua
  op = {
    says = "string", types = "table", U = "table", V = "table", only = "function", takes = "names", gives = "string",
    operands = "names", parameters = "table", commutes = "boolean", divisor = "number", remainder = "boolean",
    expr = "function", float = "function", half = "function", int = "function", uint = "function", bool = "function",
  },
  parameter = { "string", "string", default = "number" },
  fold = { says = "string", step = "string", finish = "string" },

  -- Names that no operand may have: those that the woven functions use themselves, and C's and C++'s own.
  own_names = [[n count steps out options inputs input_rows parameters rows cols i last tail whole live po p one scale]],
  keywords = [[auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm bool
    catch class delete explicit export false friend mutable namespace new operator or and not xor private protected public
    template this throw true try typename using virtual]],

  -- gen/isa. `counted`: registers of all types have as many lanes, and what is live is said by their number.
  isa = {
    says = "string", rank = "number", bits = "number", scale = "string", scale_most = "number", typical = "number",
    counted = "boolean", guard = "string", machine = "string", header = "string", loop = { "each", "last", "mask", "while" },
    base = "string", features = "table", free = "names", fence = "string", precompiled = "boolean", compiler = "string",
    link = "string", platform = "string", seldom = "boolean", run = "any", packages = "string", model = "string",
    repeats = "table", steps = "number", ["..."] = "any",
  },
  -- A feature: its name; the macro by which compilers promise it and what they call it, where that is not the name; and who
  -- tells of it at run time: CPUID; Linux by a bit of AT_HWCAP or AT_HWCAP2, or of riscv_hwprobe's key 4; or nobody: then
  -- it is there where the compiler promises it.
  feature = {
    "string", macro = "string", gcc = "string", clang = "string", leaf = "number", subleaf = "number",
    reg = { "eax", "ebx", "ecx", "edx" }, bit = "0 to 31", xcr0 = "number", hwcap = "0 to 63", hwcap2 = "0 to 63",
    hwprobe = "0 to 63",
  },
  -- One of several ways to run the tests: its name, the command, and what is not as the ISA says.
  run = { "string", "string", compiler = "string", link = "string", platform = "string", packages = "string" },
  -- A block's keys besides words, those of a fraction, and those of a word that has several forms.
  block = {
    reg = "string", mask = "string", any = "string", live = "string", all_live = "string", load = "string", store = "string",
    load_first = "string", load_filled = "string", store_first = "string", splat = "string", constant = "string", zero = "string",
    fraction = "table", permute = "string", load_parts = "string", stream = "string",
  },
  fraction = {
    reg = "string", load = "string", store = "string", stream = "string", load_first = "string", load_filled = "string",
    store_first = "string", lo = "string", hi = "string", join = "string", bits = "string",
  },
  forms = { ["..."] = "string", one = "string", fraction = "string", lo = "string", hi = "string", pair = "string", cost = "number" },

  -- What the spellings of a block's keys ask for by $: what they must, then what they may besides. Words ask for their
  -- operands, by number. Predicates ($k) are only there where registers are as long as the processor likes, and in what is named here.
  asks = {
    reg = { "", "" }, mask = { "", "l" }, any = { "1", "k l" }, live = { "i n", "" }, all_live = { "", "" }, load = { "", "p a i k l" },
    load_first = { "k", "p a i l" }, load_filled = { "k v", "p a i l" }, store = { "1", "p a i k l" },
    store_first = { "1 k", "p a i l" }, stream = { "1", "p a i l" }, splat = { "1", "k l" }, constant = { "1", "k l" },
    zero = { "", "k l" }, permute = { "1 2", "" }, load_parts = { "p", "" }, lo = { "1", "k l" }, hi = { "1", "k l" },
    pair = { "1 2", "k l" }, join = { "1 2", "l" }, word = { "", "k l" }, bits = { "1", "f" },
  },

  -- gen/catalogue/onnx.lua and gen/catalogue/openvino.lua: what is said of all of it, an attribute, a dtype's names there, an
  -- operation, one of its versions, and one way to compute that
  onnx_spec = { title = "string", newest = "1 to 999", order = { "since" }, attributes = "table", rules = "table", foreign = "table" },
  openvino_spec = { title = "string", order = { "opset" }, attributes = "table", rules = "table", foreign = "table" },
  attribute = {
    "string", { "integer", "list", "real", "word", "dtype_name", "dtype_number" },
    alias = "string", called = "string", rounds_up = "boolean", parameter = "string",
    use = { "broadcast", "rule", "axis", "choice", "dtype", "precision", "zero" }, least = "number", most = "number", words = "table",
  },
  onnx_dtype = { "string", "1 to 99" },
  openvino_dtype = { "string" },
  onnx = { ways = "table", ["..."] = "table" },
  openvino = { ways = "table", ["..."] = "table" },
  onnx_version = {
    since = "1 to 999", also = "table", types = "table", U = "any", V = "any", rules = "names", attributes = "table", ways = "table",
  },
  openvino_version = {
    opset = "1 to 999", also = "table", types = "table", U = "any", V = "any", rules = "names", attributes = "table", ways = "table",
  },
  way = {
    op = "string", fold = "string", types = "table", when = "any", takes = "table", like = "number", gives = "string", values = "number",
  },
}
