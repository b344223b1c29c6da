-- What the entries of each kind of declarative file may say: key = the type that its value must have ("any": any). A number
-- is a place in a list; "..." all other places. gen/machine/declare.lua checks entries against this.

return {
  -- gen/catalogue/dtypes.lua, gen/dictionary/words.lua and gen/dictionary/recipes.lua
  dtype = { class = "string", bits = "number", c = "string" },
  word = {
    takes = "table", operands = "table", gives = "string", types = "table", result = "string", says = "string",
    sign = "string", carries = "boolean", commutes = "boolean", weight = "number", lanes = "number", of_opposite = "table",
    raises = "boolean", silent = "boolean",
  },
  recipe = { "function", types = "table", held = "table", inline = "boolean", vector = "boolean" },

  -- gen/catalogue/ops.lua
  op = {
    says = "string", types = "table", U = "table", V = "table", only = "function", takes = "table", gives = "string",
    operands = "table", parameters = "table", commutes = "boolean", divisor = "number",
    expr = "function", float = "function", half = "function", int = "function", uint = "function", bool = "function",
  },
  parameter = { "string", "string", default = "number" },
  fold = { says = "string", step = "string", finish = "string" },

  -- Names that no operand may have: those that the woven functions use themselves, and C's and C++'s own.
  own_names = [[n count steps out options inputs input_rows parameters rows cols i last tail whole live po p one]],
  keywords = [[auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm bool
    catch class delete explicit export false friend mutable namespace new operator or and not xor private protected public
    template this throw true try typename using virtual]],

  -- gen/isa. `counted`: registers of all types have as many lanes, and what is live is said by their number.
  isa = {
    says = "string", rank = "number", bits = "number", scale = "string", scale_most = "number", typical = "number",
    counted = "boolean", guard = "string", machine = "string", header = "string", loop = "string", base = "string", features = "table",
    free = "table", fence = "string", precompiled = "boolean", compiler = "string", link = "string", platform = "string",
    run = "any", packages = "string", model = "string", moves = "table", ["..."] = "table",
  },
  -- A feature: its name; the macro by which compilers promise it and what they call it, where that is not the name; and who
  -- tells of it at run time: CPUID; Linux by a bit of AT_HWCAP or AT_HWCAP2, or of riscv_hwprobe's key 4; or nobody: then
  -- it is there where the compiler promises it.
  feature = {
    "string", macro = "string", gcc = "string", clang = "string", leaf = "number", subleaf = "number", reg = "string",
    bit = "number", xcr0 = "number", hwcap = "number", hwcap2 = "number", hwprobe = "number",
  },
  -- One of several ways to run the tests: its name, the command, and what is not as the ISA says.
  run = { "string", "string", compiler = "string", link = "string", platform = "string", packages = "string" },
  -- A block's keys besides words, those of a fraction, and those of a word that has several forms.
  block = {
    reg = "string", mask = "string", any = "string", live = "string", all_live = "string", load = "string", store = "string",
    load_first = "string", load_filled = "string", store_first = "string", splat = "string", constant = "string", zero = "string", fraction = "table",
    permute = "string", stream = "string",
  },
  fraction = {
    reg = "string", load = "string", store = "string", stream = "string", load_first = "string", load_filled = "string",
    store_first = "string", lo = "string", hi = "string", join = "string",
  },
  forms = { "string", one = "string", lo = "string", hi = "string", pair = "string", cost = "number" },

  -- gen/catalogue/onnx.lua and gen/catalogue/openvino.lua: an operation, one of its versions, and that one's attributes
  onnx = { op = "string", ["..."] = "table" },
  onnx_version = { since = "number", op = "string", types = "table", rules = "table", attributes = "table" },
  onnx_attributes = { broadcast = "number", axis = "number", consumed_inputs = "string" },
  openvino = { op = "string", ["..."] = "table" },
  openvino_version = {
    opset = "number", op = "string", python_op = "string", types = "table", rules = "table", attributes = "table",
  },
  openvino_attributes = { auto_broadcast = "string", axis = "number", m_pythondiv = "boolean" },
}
