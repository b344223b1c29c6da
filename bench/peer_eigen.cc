// Eigen: an array expression for each relation that the operands of a case have, over the same memory, row-major. Eigen
// broadcasts rows and columns, and nothing of more dims.
//
// SPDX-License-Identifier: Apache-2.0

#include "bench.h"

#if __has_include(<Eigen/Core>)

#include <Eigen/Core>

#include <cstring>
#include <string>

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
    ptrdiff_t a_stride, b_stride, out_stride; // of the only dim, or of rows where they are sliced
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

// The operand that is one row for all, and one column for all, as rowwise() and colwise() repeat them.
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

// ---- Which one ----

using runner = void (*)(void *);

// The one for this relation, of those that are to be had: each takes the compiler a while.
template <class T, class R, class Op, relation... Relations>
runner pick(relation wanted)
{
    runner found = nullptr;
    ((wanted == Relations ? void(found = run<T, R, Op, Relations>) : void()), ...);
    return found;
}

// Without flooring division, which Eigen does not have for integers; only some types in other than the flat forms.
template <class T, bool has_shapes>
runner find_run(const std::string &op, relation f)
{
    if (op == "sub")
        return pick<T, T, sub, SAME, VALUE, LEFT_VALUE>(f);
    if (op == "div")
        return pick<T, T, quotient, SAME, VALUE, LEFT_VALUE>(f);
    if (op == "less")
        return pick<T, bool, less, SAME>(f);
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
    const runner found = find_run_of_type(c, relation_of(c));
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
