// oneDNN's binary primitive, made ahead: the first operand of the output's shape, the second one broadcast.
//
// SPDX-License-Identifier: Apache-2.0

#include "bench.h"

#if __has_include(<oneapi/dnnl/dnnl.hpp>) && __has_include(<omp.h>)

#include <oneapi/dnnl/dnnl.hpp>

#include <omp.h>

#include <cstring>
#include <string>
#include <unordered_map>

namespace
{

const struct {
    const char *op;
    dnnl::algorithm algorithm;
} algorithms[] = {{"add", dnnl::algorithm::binary_add},
                  {"sub", dnnl::algorithm::binary_sub},
                  {"mul", dnnl::algorithm::binary_mul},
                  {"div", dnnl::algorithm::binary_div}};

// It saturates integers and rounds their quotients: no operators of ours.
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
    dnnl::binary primitive;
    std::unordered_map<int, dnnl::memory> arguments;
};

// As many dims as the output has.
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

const char *prepare(const bench_case *c, const void *const *inputs, void *out, bench_call *call)
{
    if (type_of(c->dtype) == dnnl::memory::data_type::undef)
        return "no such type";
    for (const auto &row : algorithms) {
        if (std::strcmp(row.op, c->op) != 0)
            continue;
        omp_set_num_threads(static_cast<int>(c->threads));
        auto *j = new job;
        try {
            const auto a = describe(c->inputs[0], c->out.rank), b = describe(c->inputs[1], c->out.rank);
            const auto o = describe(c->out, c->out.rank);
            j->primitive = dnnl::binary({{row.algorithm, a, b, o}, j->engine});
            j->arguments = {{DNNL_ARG_SRC_0, {a, j->engine, const_cast<void *>(inputs[0])}},
                            {DNNL_ARG_SRC_1, {b, j->engine, const_cast<void *>(inputs[1])}},
                            {DNNL_ARG_DST, {o, j->engine, out}}};
            *call = {run, j};
            return nullptr;
        } catch (const dnnl::error &) {
            release(j);
            return "refused";
        }
    }
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
