// oneDNN's primitives, which are prepared beforehand: binary ones, with a first operand of the output's shape and a second one that
// broadcasts; ones with one input; and reorders, which convert.
//
// SPDX-License-Identifier: Apache-2.0

#include "bench.h"

#if __has_include(<oneapi/dnnl/dnnl.hpp>) && __has_include(<omp.h>)

#include <oneapi/dnnl/dnnl.hpp>

#include <omp.h>

#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

namespace
{

const struct {
    const char *op;
    dnnl::algorithm algorithm;
} binaries[] = {{"add", dnnl::algorithm::binary_add},
                {"sub", dnnl::algorithm::binary_sub},
                {"mul", dnnl::algorithm::binary_mul},
                {"div", dnnl::algorithm::binary_div},
                {"maximum", dnnl::algorithm::binary_max},
                {"minimum", dnnl::algorithm::binary_min},
                {"less", dnnl::algorithm::binary_lt},
                {"equal", dnnl::algorithm::binary_eq}};

const struct {
    const char *op;
    dnnl::algorithm algorithm;
    float alpha, beta;
} unaries[] = {{"clip", dnnl::algorithm::eltwise_clip, -1, 1},
               {"clamp", dnnl::algorithm::eltwise_clip, -1, 1},
               {"relu", dnnl::algorithm::eltwise_relu, 0, 0},
               {"leaky_relu", dnnl::algorithm::eltwise_relu, 0.01f, 0},
               {"hard_swish", dnnl::algorithm::eltwise_hardswish, 0, 0},
               {"abs", dnnl::algorithm::eltwise_abs, 0, 0},
               {"sqrt", dnnl::algorithm::eltwise_sqrt, 0, 0},
               {"exp", dnnl::algorithm::eltwise_exp, 0, 0},
               {"log", dnnl::algorithm::eltwise_log, 0, 0},
               {"tanh", dnnl::algorithm::eltwise_tanh, 0, 0},
               {"sigmoid", dnnl::algorithm::eltwise_logistic, 0, 0},
               {"log_sigmoid", dnnl::algorithm::eltwise_logsigmoid, 0, 0},
               {"softplus", dnnl::algorithm::eltwise_soft_relu, 1, 0},
               {"silu", dnnl::algorithm::eltwise_swish, 1, 0},
               {"mish", dnnl::algorithm::eltwise_mish, 0, 0},
               {"gelu", dnnl::algorithm::eltwise_gelu_erf, 0, 0},
               {"gelu_tanh", dnnl::algorithm::eltwise_gelu_tanh, 0, 0},
               {"round", dnnl::algorithm::eltwise_round, 0, 0}};

// oneDNN saturates integers and rounds their quotients, which no operator of Broadloom does.
dnnl::memory::data_type type_of(bl_dtype dtype)
{
    switch (dtype) {
    case BL_F32:
        return dnnl::memory::data_type::f32;
    case BL_F16:
        return dnnl::memory::data_type::f16;
    case BL_BF16:
        return dnnl::memory::data_type::bf16;
    case BL_I8:
        return dnnl::memory::data_type::s8;
    case BL_U8:
    case BL_BOOL:
        return dnnl::memory::data_type::u8;
    case BL_I32:
        return dnnl::memory::data_type::s32;
    default:
        return dnnl::memory::data_type::undef;
    }
}

struct job {
    dnnl::engine engine{dnnl::engine::kind::cpu, 0};
    dnnl::stream stream{engine};
    dnnl::primitive primitive;
    std::unordered_map<int, dnnl::memory> arguments;
};

// The operand's dims, extended to the output's rank.
dnnl::memory::desc describe(const bench_array &array, size_t rank)
{
    dnnl::memory::dims shape(rank, 1), strides(rank, 1);
    for (size_t i = 0; i < array.rank; ++i) {
        shape[rank - array.rank + i] = static_cast<dnnl::memory::dim>(array.shape[i]);
        strides[rank - array.rank + i] = array.strides[i];
    }
    for (size_t i = rank - array.rank; i-- > 0;)
        strides[i] = strides[i + 1] * shape[i + 1];
    return {shape, type_of(array.dtype), strides};
}

void run(void *state)
{
    auto *j = static_cast<job *>(state);
    j->primitive.execute(j->stream, j->arguments);
    j->stream.wait();
}

void release(void *state)
{
    delete static_cast<job *>(state);
    omp_set_num_threads(1);
}

void make_binary(job *j, const bench_case *c, dnnl::algorithm algorithm, const void *const *inputs, void *out)
{
    const auto a = describe(c->inputs[0], c->out.rank), b = describe(c->inputs[1], c->out.rank);
    const auto o = describe(c->out, c->out.rank);
    j->primitive = dnnl::binary({{algorithm, a, b, o}, j->engine});
    j->arguments = {{DNNL_ARG_SRC_0, {a, j->engine, const_cast<void *>(inputs[0])}},
                    {DNNL_ARG_SRC_1, {b, j->engine, const_cast<void *>(inputs[1])}},
                    {DNNL_ARG_DST, {o, j->engine, out}}};
}

void set_input_and_output(job *j, const bench_case *c, const void *const *inputs, void *out)
{
    j->arguments = {{DNNL_ARG_FROM, {describe(c->inputs[0], c->out.rank), j->engine, const_cast<void *>(inputs[0])}},
                    {DNNL_ARG_TO, {describe(c->out, c->out.rank), j->engine, out}}};
}

void make_unary(job *j, const bench_case *c, dnnl::algorithm algorithm, float alpha, float beta)
{
    const auto a = describe(c->inputs[0], c->out.rank);
    j->primitive = dnnl::eltwise_forward({{dnnl::prop_kind::forward_inference, algorithm, a, alpha, beta}, j->engine});
}

// A reorder to integers rounds to nearest, so it quantizes; it multiplies by its scale: one for all, or one for each column.
void make_reorder(job *j, const bench_case *c, const void *const *inputs)
{
    const bool quantizes = std::strcmp(c->op, "quantize_linear") == 0;
    dnnl::primitive_attr attributes;
    if (c->arity == 3) {
        const auto *scales = static_cast<const float *>(inputs[1]);
        std::vector<float> factors(scales, scales + bench_count(&c->inputs[1]));
        for (float &factor : factors)
            factor = quantizes ? 1 / factor : factor;
        const auto *zero = static_cast<const uint8_t *>(inputs[2]);
        attributes.set_output_scales(factors.size() == 1 ? 0 : 1 << (c->out.rank - 1), factors);
        attributes.set_zero_points(quantizes ? DNNL_ARG_TO : DNNL_ARG_FROM, 0,
                                   {c->inputs[2].dtype == BL_U8 ? *zero : static_cast<int8_t>(*zero)});
    }
    const auto a = describe(c->inputs[0], c->out.rank), o = describe(c->out, c->out.rank);
    j->primitive = dnnl::reorder({j->engine, a, j->engine, o, attributes});
}

// Make the primitive, if there is one.
bool make(job *j, const bench_case *c, const void *const *inputs, void *out)
{
    for (const auto &row : binaries) {
        if (std::strcmp(row.op, c->op) == 0) {
            make_binary(j, c, row.algorithm, inputs, out);
            return true;
        }
    }
    set_input_and_output(j, c, inputs, out);
    for (const auto &row : unaries) {
        if (std::strcmp(row.op, c->op) == 0 && bench_rest_are_values(c)) {
            const float scale = c->dtype > BL_BF16 ? 50 : 1; // clip's limits
            make_unary(j, c, row.algorithm, row.beta ? row.alpha * scale : row.alpha, row.beta * scale);
            return true;
        }
    }
    const bool has_scale = std::strstr(c->op, "quantize_linear") && c->inputs[1].dtype == BL_F32 && bench_stride(&c->inputs[1], 1) == 0;
    const bool converts = std::strcmp(c->op, "cast") == 0 || has_scale;
    if (converts)
        make_reorder(j, c, inputs);
    return converts;
}

const char *prepare(const bench_case *c, const void *const *inputs, void *out, bench_call *call)
{
    const bool stores_bool = std::strcmp(c->op, "less") == 0 || std::strcmp(c->op, "equal") == 0;
    if (type_of(c->dtype) == dnnl::memory::data_type::undef || type_of(c->out.dtype) == dnnl::memory::data_type::undef ||
        (c->out.dtype == BL_BOOL && !stores_bool))
        return "no such type";
    if (c->kind == BENCH_FOLD)
        return "no such operator";
    omp_set_num_threads(static_cast<int>(c->threads));
    auto *j = new job;
    try {
        if (make(j, c, inputs, out)) {
            *call = {run, j};
            return nullptr;
        }
    } catch (const dnnl::error &) {
        release(j);
        return "refused";
    }
    release(j);
    return "no such operator";
}

const char *version()
{
    static const std::string text = [] {
        const dnnl_version_t *v = dnnl_version();
        return std::to_string(v->major) + "." + std::to_string(v->minor) + "." + std::to_string(v->patch);
    }();
    return text.c_str();
}

} // namespace

const bench_peer bench_onednn = {"oneDNN", "libdnnl-dev, and OpenMP", version, prepare, release};

#else

const bench_peer bench_onednn = {"oneDNN", "libdnnl-dev, and OpenMP", nullptr, nullptr, nullptr};

#endif
