// Eigen: an array expression for each relation between the operands of a case, over the same memory, row-major. Eigen
// broadcasts rows and columns only.
//
// SPDX-License-Identifier: Apache-2.0

#include "bench.h"

#if __has_include(<Eigen/Core>)

#include <Eigen/Core>

#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

namespace
{

using Eigen::Dynamic;

template <class T>
using line = Eigen::Array<T, Dynamic, 1>;
template <class T>
using table = Eigen::Array<T, Dynamic, Dynamic, Eigen::RowMajor>;
using step = Eigen::InnerStride<>;
using row_step = Eigen::OuterStride<>;

enum relation { SAME,
                VALUE,
                LEFT_VALUE,
                ROW,
                COLUMN,
                OUTER,
                TRANSPOSED,
                STRIDED,
                REVERSED,
                SLICED,
                INTO_TRANSPOSED,
                NONE };

struct job {
    Eigen::Index count, rows, cols;
    ptrdiff_t a_stride, b_stride, out_stride; // along the only dim, or between rows if they are sliced
    const void *inputs[BL_MAX_ARITY];
    void *out;
};

// ---- Operators ----

struct add {
    template <class A, class B>
    static auto of(const A &a, const B &b)
    {
        return a + b;
    }
};
struct sub {
    template <class A, class B>
    static auto of(const A &a, const B &b)
    {
        return a - b;
    }
};
struct mul {
    template <class A, class B>
    static auto of(const A &a, const B &b)
    {
        return a * b;
    }
};
struct quotient {
    template <class A, class B>
    static auto of(const A &a, const B &b)
    {
        return a / b;
    }
};
struct floor_div {
    template <class A, class B>
    static auto of(const A &a, const B &b)
    {
        return (a / b).floor();
    }
};
struct less {
    template <class A, class B>
    static auto of(const A &a, const B &b)
    {
        return a < b;
    }
};

// ---- Forms ----

template <class T>
const T *input(const job *j, size_t i)
{
    return static_cast<const T *>(j->inputs[i]);
}

template <class T>
auto input_line(const job *j, size_t i)
{
    return Eigen::Map<const line<T>>(input<T>(j, i), j->count);
}

template <class T>
auto input_table(const job *j, size_t i)
{
    return Eigen::Map<const table<T>>(input<T>(j, i), j->rows, j->cols);
}

// The operands that are one row and one column for all, as rowwise() and colwise() repeat them.
template <class T>
auto row(const job *j, size_t i)
{
    using map = Eigen::Map<const Eigen::Array<T, 1, Dynamic>>;
    return Eigen::Replicate<map, Dynamic, 1>(map(input<T>(j, i), j->cols), j->rows, 1);
}
template <class T>
auto column(const job *j, size_t i)
{
    using map = Eigen::Map<const line<T>>;
    return Eigen::Replicate<map, 1, Dynamic>(map(input<T>(j, i), j->rows), 1, j->cols);
}

template <class T, class R, class Op, relation Relation>
void run(void *state)
{
    const auto *j = static_cast<const job *>(state);
    Eigen::Map<line<R>> out(static_cast<R *>(j->out), j->count);
    Eigen::Map<table<R>> out_table(static_cast<R *>(j->out), j->rows, j->cols);
    if constexpr (Relation == SAME)
        out = Op::of(input_line<T>(j, 0), input_line<T>(j, 1));
    else if constexpr (Relation == VALUE)
        out = Op::of(input_line<T>(j, 0), *input<T>(j, 1));
    else if constexpr (Relation == LEFT_VALUE)
        out = Op::of(Eigen::ArrayBase<line<T>>::Constant(j->count, *input<T>(j, 0)), input_line<T>(j, 1));
    else if constexpr (Relation == ROW)
        out_table = Op::of(input_table<T>(j, 0), row<T>(j, 1));
    else if constexpr (Relation == COLUMN)
        out_table = Op::of(input_table<T>(j, 0), column<T>(j, 1));
    else if constexpr (Relation == OUTER)
        out_table = Op::of(column<T>(j, 0), row<T>(j, 1));
    else if constexpr (Relation == TRANSPOSED)
        out_table = Op::of(input_table<T>(j, 0),
                           Eigen::Map<const table<T>>(input<T>(j, 1), j->cols, j->rows).transpose());
    else if constexpr (Relation == STRIDED)
        Eigen::Map<line<R>, 0, step>(static_cast<R *>(j->out), j->count, step(j->out_stride)) = Op::of(Eigen::Map<const line<T>, 0, step>(input<T>(j, 0), j->count, step(j->a_stride)),
                                                                                                       Eigen::Map<const line<T>, 0, step>(input<T>(j, 1), j->count, step(j->b_stride)));
    else if constexpr (Relation == REVERSED)
        out = Op::of(Eigen::Map<const line<T>>(input<T>(j, 0) - (j->count - 1), j->count).reverse(),
                     input_line<T>(j, 1));
    else if constexpr (Relation == INTO_TRANSPOSED)
        Eigen::Map<table<R>>(static_cast<R *>(j->out), j->cols, j->rows).transpose() =
            Op::of(input_table<T>(j, 0), input_table<T>(j, 1));
    else if constexpr (Relation == SLICED)
        Eigen::Map<table<R>, 0, row_step>(static_cast<R *>(j->out), j->rows, j->cols, row_step(j->out_stride)) = Op::of(
            Eigen::Map<const table<T>, 0, row_step>(input<T>(j, 0), j->rows, j->cols, row_step(j->a_stride)),
            Eigen::Map<const table<T>, 0, row_step>(input<T>(j, 1), j->rows, j->cols, row_step(j->b_stride)));
}

template <class T>
void run_negative(void *state)
{
    const auto *j = static_cast<const job *>(state);
    Eigen::Map<line<T>>(static_cast<T *>(j->out), j->count) = -input_line<T>(j, 0);
}

template <class T>
void run_select(void *state)
{
    const auto *j = static_cast<const job *>(state);
    Eigen::Map<line<T>>(static_cast<T *>(j->out), j->count) =
        input_line<bool>(j, 0).select(input_line<T>(j, 1), input_line<T>(j, 2));
}

// ---- The families of operators ----

// Operators of two inputs.
#define BINARY(NAME, EXPRESSION)               \
    struct NAME {                              \
        template <class A, class B>            \
        static auto of(const A &a, const B &b) \
        {                                      \
            return EXPRESSION;                 \
        }                                      \
    };
BINARY(equal, a == b)
BINARY(logical_and, a &&b)
BINARY(logical_xor, a ^ b)
BINARY(maximum, a.max(b))
BINARY(minimum, a.min(b))
BINARY(squared_difference, (a - b).square())

// Operators of one input, which is a line of T; clip has the bench's limits.
#define UNARY(NAME, EXPRESSION)                                               \
    template <class T, class R>                                               \
    void run_##NAME(void *state)                                              \
    {                                                                         \
        const auto *j = static_cast<const job *>(state);                      \
        const auto a = input_line<T>(j, 0);                                   \
        Eigen::Map<line<R>>(static_cast<R *>(j->out), j->count) = EXPRESSION; \
    }
constexpr int limit_of(float)
{
    return 1;
}
constexpr int limit_of(int)
{
    return 50;
}
UNARY(clip, a.max(static_cast<T>(-limit_of(T()))).min(static_cast<T>(limit_of(T()))))
UNARY(relu, a.max(static_cast<T>(0)))
UNARY(leaky_relu, (a >= 0).select(a, a * 0.01f))
UNARY(hard_swish, a *(a * 0x1.555556p-3f + 0.5f).min(1.0f).max(0.0f))
UNARY(abs, a.abs())
UNARY(sign, a.sign())
UNARY(sqrt, a.sqrt())
UNARY(reciprocal, a.inverse())
// A function's name, and its method.
#define FUNCTIONS(OF) \
    OF(exp, exp)      \
    OF(expm1, expm1)  \
    OF(log, log)      \
    OF(log2, log2)    \
    OF(log10, log10)  \
    OF(log1p, log1p)  \
    OF(sin, sin)      \
    OF(cos, cos)      \
    OF(tan, tan)      \
    OF(asin, asin)    \
    OF(acos, acos)    \
    OF(atan, atan)    \
    OF(sinh, sinh)    \
    OF(cosh, cosh)    \
    OF(tanh, tanh)    \
    OF(asinh, asinh)  \
    OF(acosh, acosh)  \
    OF(atanh, atanh)  \
    OF(rsqrt, rsqrt)  \
    OF(sigmoid, logistic)
#define OF_METHOD(NAME, METHOD) UNARY(NAME, a.METHOD())
FUNCTIONS(OF_METHOD)
UNARY(floor, a.floor())
UNARY(round, a.rint())
UNARY(is_nan, a.isNaN())
UNARY(cast, a.template cast<R>())
UNARY(quantize, ((a / *input<float>(j, 1)).rint() + static_cast<float>(*input<R>(j, 2)))
                    .max(static_cast<float>(std::numeric_limits<R>::min()))
                    .min(static_cast<float>(std::numeric_limits<R>::max()))
                    .template cast<R>())
UNARY(dequantize, (a.template cast<R>() - static_cast<R>(*input<T>(j, 2))) * *input<float>(j, 1))
UNARY(max, a.max(input_line<T>(j, 1)).max(input_line<T>(j, 2)))
UNARY(add_n, a + input_line<T>(j, 1) + input_line<T>(j, 2))

// ---- Which one ----

using runner = void (*)(void *);

// The runner for this relation. Only the given relations are compiled, because each takes the compiler long.
template <class T, class R, class Op, relation... Relations>
runner pick(relation wanted)
{
    runner found = nullptr;
    ((wanted == Relations ? void(found = run<T, R, Op, Relations>) : void()), ...);
    return found;
}

// The plain loop computes halves, because it is at least as fast.
template <class T>
runner find_family(const std::string &op, relation f, bool is_flat)
{
    if constexpr (std::is_same_v<T, bool>) {
        if (op == "logical_and")
            return pick<T, T, logical_and, SAME>(f);
        if (op == "logical_xor")
            return pick<T, T, logical_xor, SAME>(f);
    } else {
        if (op == "maximum")
            return pick<T, T, maximum, SAME, VALUE, ROW>(f);
        if (op == "minimum")
            return pick<T, T, minimum, SAME, VALUE, ROW>(f);
        if (op == "squared_difference")
            return pick<T, T, squared_difference, SAME, VALUE, ROW>(f);
        if (!is_flat)
            return nullptr;
        if (op == "clip" || op == "clamp")
            return run_clip<T, T>;
        if (op == "relu")
            return run_relu<T, T>;
        if (op == "abs")
            return run_abs<T, T>;
        if (op == "sign")
            return run_sign<T, T>;
        if (op == "max" && f == SAME)
            return run_max<T, T>;
        if (op == "add_n" && f == SAME)
            return run_add_n<T, T>;
    }
    return op == "equal" ? pick<T, bool, equal, SAME, VALUE, ROW>(f) : nullptr;
}

const struct {
    const char *op;
    bl_dtype from, to;
    runner run;
} of_one_input[] = {{"leaky_relu", BL_F32, BL_F32, run_leaky_relu<float, float>},
                    {"hard_swish", BL_F32, BL_F32, run_hard_swish<float, float>},
                    {"sqrt", BL_F32, BL_F32, run_sqrt<float, float>},
                    {"reciprocal", BL_F32, BL_F32, run_reciprocal<float, float>},
#define ROW(NAME, METHOD) {#NAME, BL_F32, BL_F32, run_##NAME<float, float>},
                    FUNCTIONS(ROW){"floor", BL_F32, BL_F32, run_floor<float, float>},
                    {"round", BL_F32, BL_F32, run_round<float, float>},
                    {"is_nan", BL_F32, BL_BOOL, run_is_nan<float, bool>},
                    {"cast", BL_F32, BL_I32, run_cast<float, int32_t>},
                    {"cast", BL_F32, BL_I8, run_cast<float, int8_t>},
                    {"cast", BL_F32, BL_BOOL, run_cast<float, bool>},
                    {"cast", BL_I32, BL_F32, run_cast<int32_t, float>},
                    {"cast", BL_I32, BL_I64, run_cast<int32_t, int64_t>},
                    {"cast", BL_I8, BL_F32, run_cast<int8_t, float>},
                    {"cast", BL_U8, BL_F32, run_cast<uint8_t, float>},
                    {"cast", BL_F64, BL_F32, run_cast<double, float>},
                    {"quantize_linear", BL_F32, BL_I8, run_quantize<float, int8_t>},
                    {"quantize_linear", BL_F32, BL_U8, run_quantize<float, uint8_t>},
                    {"dequantize_linear", BL_I8, BL_F32, run_dequantize<int8_t, float>},
                    {"dequantize_linear", BL_U8, BL_F32, run_dequantize<uint8_t, float>}};

// Calls with at most one array; the other operands are single values.
runner find_of_one_input(const bench_case *c)
{
    const bool is_flat = c->out.rank == 1 && bench_is_contiguous(&c->inputs[0]) && bench_is_contiguous(&c->out) && bench_rest_are_values(c);
    for (const auto &row : of_one_input) {
        if (is_flat && row.from == c->dtype && row.to == c->out.dtype && std::strcmp(row.op, c->op) == 0)
            return row.run;
    }
    return nullptr;
}

// There is no flooring division, which Eigen lacks for integers; only some types have other forms than the flat ones.
template <class T, bool has_shapes>
runner find_run(const std::string &op, relation f)
{
    if (op == "sub")
        return pick<T, T, sub, SAME, VALUE, LEFT_VALUE>(f);
    if (op == "div")
        return pick<T, T, quotient, SAME, VALUE, LEFT_VALUE>(f);
    if (op == "less")
        return pick<T, bool, less, SAME, VALUE>(f);
    if (op == "select")
        return f == SAME ? run_select<T> : nullptr;
    if constexpr (has_shapes) {
        if (op == "add")
            return pick<T, T, add, SAME, VALUE, ROW, OUTER, TRANSPOSED, STRIDED, REVERSED, SLICED, INTO_TRANSPOSED>(f);
        if (op == "mul")
            return pick<T, T, mul, SAME, VALUE, COLUMN>(f);
    }
    if (op == "add")
        return pick<T, T, add, SAME, VALUE>(f);
    if (op == "mul")
        return pick<T, T, mul, SAME, VALUE>(f);
    return nullptr;
}

runner find_run_of_family(const bench_case *c, relation f)
{
    const bool is_flat = c->out.rank == 1 && bench_is_contiguous(&c->out);
    switch (c->dtype) {
    case BL_F32:
        return find_family<float>(c->op, f, is_flat);
    case BL_I8:
        return find_family<int8_t>(c->op, f, is_flat);
    case BL_I32:
        return find_family<int32_t>(c->op, f, is_flat);
    case BL_BOOL:
        return find_family<bool>(c->op, f, is_flat);
    default:
        return nullptr;
    }
}

runner find_run_of_type(const bench_case *c, relation f)
{
    switch (c->dtype) {
    case BL_F32:
        if (std::strcmp(c->op, "negative") == 0)
            return f == SAME ? run_negative<float> : nullptr;
        if (std::strcmp(c->op, "floor_div") == 0)
            return pick<float, float, floor_div, SAME, VALUE>(f);
        return find_run<float, true>(c->op, f);
    case BL_F64:
        return find_run<double, true>(c->op, f);
    case BL_F16:
        return find_run<Eigen::half, true>(c->op, f);
    case BL_BF16:
        return find_run<Eigen::bfloat16, true>(c->op, f);
    case BL_I8:
        return find_run<int8_t, true>(c->op, f);
    case BL_U8:
        return find_run<uint8_t, true>(c->op, f);
    case BL_I16:
        return find_run<int16_t, false>(c->op, f);
    case BL_I32:
        return find_run<int32_t, false>(c->op, f);
    case BL_I64:
        return find_run<int64_t, false>(c->op, f);
    case BL_U16:
        return find_run<uint16_t, false>(c->op, f);
    case BL_U32:
        return find_run<uint32_t, false>(c->op, f);
    case BL_U64:
        return find_run<uint64_t, false>(c->op, f);
    default:
        return nullptr;
    }
}

bool has_shape_of(const bench_array &array, const bench_array &other)
{
    return array.rank == other.rank && std::memcmp(array.shape, other.shape, sizeof array.shape) == 0;
}

relation relation_of(const bench_case *c)
{
    if (c->arity > 3)
        return NONE; // no expression has this many
    const bench_array &a = c->inputs[0], &b = c->inputs[c->arity - 1];
    const bool is_a_full = has_shape_of(a, c->out), is_b_full = has_shape_of(b, c->out);
    const size_t rank = c->out.rank;
    if (is_a_full && is_b_full) {
        if (bench_is_contiguous(&a) && bench_is_contiguous(&b) && bench_is_contiguous(&c->out))
            return SAME;
        if (rank == 1)
            return a.strides[0] < 0 ? REVERSED : STRIDED;
        if (rank == 2)
            return b.strides[0] == 1 ? TRANSPOSED : c->out.strides[0] == 1 ? INTO_TRANSPOSED
                                                                           : SLICED;
        return NONE;
    }
    if (!bench_is_contiguous(&c->out))
        return NONE;
    if (bench_count(&b) == 1)
        return VALUE;
    if (bench_count(&a) == 1)
        return LEFT_VALUE;
    if (rank != 2)
        return NONE;
    if (is_a_full)
        return b.rank == 1 ? ROW : COLUMN;
    return OUTER;
}

const char *prepare(const bench_case *c, const void *const *inputs, void *out, bench_call *call)
{
    if (c->threads > 1)
        return "one thread only";
    if (std::strcmp(c->op, "clip") == 0 && !bench_rest_are_values(c))
        return "one value for all only";
    const relation f = relation_of(c);
    const runner found = find_of_one_input(c)       ? find_of_one_input(c)
                         : find_run_of_family(c, f) ? find_run_of_family(c, f)
                                                    : find_run_of_type(c, f);
    if (!found)
        return "no such expression";
    auto *j = new job;
    const size_t rank = c->out.rank;
    j->count = static_cast<Eigen::Index>(bench_count(&c->out));
    j->cols = static_cast<Eigen::Index>(c->out.shape[rank - 1]);
    j->rows = j->count / j->cols;
    j->a_stride = c->inputs[0].strides[0];
    j->b_stride = c->inputs[c->arity - 1].strides[0];
    for (size_t i = 0; i < c->arity; ++i)
        j->inputs[i] = inputs[i];
    j->out_stride = c->out.strides[0];
    j->out = out;
    *call = {found, j};
    return nullptr;
}

void release(void *state)
{
    delete static_cast<job *>(state);
}

const char *version()
{
    static const std::string text = std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) +
                                    "." + std::to_string(EIGEN_MINOR_VERSION);
    return text.c_str();
}

} // namespace

const bench_peer bench_eigen = {"Eigen", "libeigen3-dev", version, prepare, release};

#else

const bench_peer bench_eigen = {"Eigen", "libeigen3-dev", nullptr, nullptr, nullptr};

#endif
