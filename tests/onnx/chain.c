/* The chain of nodes of all kinds, and negatives of NaN: see models.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "models.h"

#include <string.h>

typedef struct link {
    const char *op, *output, *inputs[4];
    int type; /* of its attribute; 0: none */
    const char *attribute, *text;
    float real;
    int64_t integer;
} link;

static const link links[] = {
    {"Constant", "half", {NULL}, FLOAT, "value_float", NULL, 0.5F, 0},
    {"LeakyRelu", "leaky", {"x"}, FLOAT, "alpha", NULL, 0.5F, 0},
    {"Constant", "most", {NULL}, FLOAT, "value_float", NULL, 2.5F, 0},
    {"Clip", "clipped", {"leaky", "", "most"}, 0, NULL, NULL, 0, 0},
    {"Max", "largest", {"clipped", "half", "w"}, 0, NULL, NULL, 0, 0},
    {"QuantizeLinear", "bytes", {"largest", "scales", "zeros"}, INT, "axis", NULL, 0, -1},
    {"BitShift", "shifted", {"bytes", "one"}, STRING, "direction", "LEFT", 0, 0},
    {"Cast", "integers", {"shifted"}, INT, "to", NULL, 0, 6},
    {"Less", "is_cut", {"clipped", "leaky"}, 0, NULL, NULL, 0, 0},
    {"Where", "chosen", {"is_cut", "clipped", "x"}, 0, NULL, NULL, 0, 0},
};

static const float chain_w[3] = {-1, 2.25F, 0}, chain_scales[3] = {0.5F, 0.25F, 1};
static const uint8_t chain_zeros[3] = {0, 0, 1}, chain_one[1] = {1};

static const chain_tensor chain_initializers[] = {
    {"w", BL_F32, 3, chain_w},
    {"scales", BL_F32, 3, chain_scales},
    {"zeros", BL_U8, 3, chain_zeros},
    {"one", BL_U8, 1, chain_one},
};

/* Computed by hand from x_values. */
static const int32_t chain_integers[6] = {4, 18, 6, 2, 18, 6};
static const uint8_t chain_is_cut[6] = {0, 0, 1, 0, 0, 1};
static const float chain_chosen[6] = {1, 2, 2.5F, -4, 0.25F, 2.5F};
const chain_tensor chain_outputs[CHAIN_OUTPUTS] = {
    {"integers", BL_I32, 6, chain_integers},
    {"is_cut", BL_BOOL, 6, chain_is_cut},
    {"chosen", BL_F32, 6, chain_chosen},
};

enum { LINKS = sizeof links / sizeof links[0],
       CHAIN_INITIALIZERS = sizeof chain_initializers / sizeof chain_initializers[0] };

const size_t chain_length = LINKS;

static void make_link(const link *from, Onnx__NodeProto *node, Onnx__AttributeProto *attribute, char **names,
                      Onnx__AttributeProto **attributes)
{
    size_t count = 0;

    for (; count < 4 && from->inputs[count] != NULL; ++count) {
        names[count] = name_of(from->inputs[count]);
    }
    names[4] = name_of(from->output);
    make_node(node, name_of(from->op), names, count, &names[4]);
    if (from->type == 0) {
        return;
    }
    onnx__attribute_proto__init(attribute);
    attribute->name = name_of(from->attribute);
    attribute->has_type = 1;
    attribute->type = from->type;
    attribute->has_f = from->type == FLOAT;
    attribute->f = from->real;
    attribute->has_i = from->type == INT;
    attribute->i = from->integer;
    attribute->has_s = from->type == STRING;
    if (from->type == STRING) {
        attribute->s.data = (uint8_t *)name_of(from->text);
        attribute->s.len = strlen(from->text);
    }
    *attributes = attribute;
    node->attribute = attributes;
    node->n_attribute = 1;
}

size_t pack_chain(size_t one, size_t other, uint8_t bytes[ROOM])
{
    Onnx__NodeProto nodes[LINKS], *node_list[LINKS];
    Onnx__AttributeProto attributes[LINKS], *attribute_list[LINKS];
    Onnx__TensorProto tensors[CHAIN_INITIALIZERS], *tensor_list[CHAIN_INITIALIZERS];
    Onnx__ValueInfoProto outputs[CHAIN_OUTPUTS], *output_list[CHAIN_OUTPUTS];
    Onnx__TypeProto types[CHAIN_OUTPUTS];
    Onnx__TypeProto__Tensor output_tensors[CHAIN_OUTPUTS];
    char *names[LINKS][5];
    int64_t dims[CHAIN_INITIALIZERS];
    model m;

    make_model(&m);
    for (size_t i = 0; i < LINKS; ++i) {
        make_link(&links[i], &nodes[i], &attributes[i], names[i], &attribute_list[i]);
        node_list[i == one ? other : i == other ? one
                                                : i] = &nodes[i];
    }
    for (size_t i = 0; i < CHAIN_INITIALIZERS; ++i) {
        dims[i] = (int64_t)chain_initializers[i].count;
        tensors[i] = m.w;
        tensors[i].name = name_of(chain_initializers[i].name);
        tensors[i].data_type = onnx_data_type(chain_initializers[i].dtype);
        tensors[i].dims = &dims[i];
        tensors[i].raw_data.data = (uint8_t *)chain_initializers[i].elements;
        tensors[i].raw_data.len = chain_initializers[i].count * bl_dtype_size(chain_initializers[i].dtype);
        tensor_list[i] = &tensors[i];
    }
    for (size_t i = 0; i < CHAIN_OUTPUTS; ++i) {
        declare(&outputs[i], &types[i], &output_tensors[i], name_of(chain_outputs[i].name), &m.shape);
        output_tensors[i].elem_type = onnx_data_type(chain_outputs[i].dtype);
        output_list[i] = &outputs[i];
    }
    m.graph.node = node_list;
    m.graph.n_node = LINKS;
    m.graph.initializer = tensor_list;
    m.graph.n_initializer = CHAIN_INITIALIZERS;
    m.graph.output = output_list;
    m.graph.n_output = CHAIN_OUTPUTS;
    return pack(&m, bytes);
}

/* ---- Negatives ---- */

const negative negatives[NEGATIVES] = {
    {"f16", "minus_f16", BL_F16, 1, 0x7e01, 0x7fff, 0x7c00},
    {"bf16", "minus_bf16", BL_BF16, 1, 0x7fc1, 0xffff, 0xff80},
    {"f32", "minus_f32", BL_F32, 1, 0x7fc00001, 0xffffffff, 0x7f800000},
    {"f64", "minus_f64", BL_F64, 1, 0x7ff8000000000001, 0x7fffffffffffffff, 0x7ff0000000000000},
    {"i32", "minus_i32", BL_I32, 0, 5, 0xfffffffb, 0xfffffffa},
    {"zero", "minus_zero", BL_F32, 1, 0, 0x80000000, 0},
    {"most", "minus_most", BL_F32, 1, 0x7f7fffff, 0xff7fffff, 0xff800000},
    /* 2 ULPs, across zero and to either side */
    {"least", "minus_least", BL_F16, 1, 0x0001, 0x8001, 0x0001},
    {"one", "minus_one", BL_BF16, 1, 0x3f80, 0xbf80, 0xbf82},
    {"two", "minus_two", BL_F64, 1, 0x4000000000000000, 0xc000000000000000, 0xbffffffffffffffe},
};

size_t pack_negatives(uint8_t bytes[ROOM])
{
    Onnx__NodeProto nodes[NEGATIVES], *node_list[NEGATIVES];
    Onnx__TensorProto tensors[NEGATIVES], *tensor_list[NEGATIVES];
    Onnx__ValueInfoProto outputs[NEGATIVES], *output_list[NEGATIVES];
    Onnx__TypeProto types[NEGATIVES];
    Onnx__TypeProto__Tensor output_tensors[NEGATIVES];
    char *names[NEGATIVES][2];
    uint64_t bits[NEGATIVES];
    int64_t dims[1] = {1};
    model m;

    make_model(&m);
    for (size_t i = 0; i < NEGATIVES; ++i) {
        bits[i] = negatives[i].bits;
        names[i][0] = name_of(negatives[i].name);
        names[i][1] = name_of(negatives[i].output);
        make_node(&nodes[i], name_of("Neg"), &names[i][0], 1, &names[i][1]);
        node_list[i] = &nodes[i];
        tensors[i] = m.w;
        tensors[i].name = names[i][0];
        tensors[i].data_type = onnx_data_type(negatives[i].dtype);
        tensors[i].dims = dims;
        tensors[i].n_dims = negatives[i].rank;
        tensors[i].raw_data.data = (uint8_t *)&bits[i]; /* little-endian hosts */
        tensors[i].raw_data.len = bl_dtype_size(negatives[i].dtype);
        tensor_list[i] = &tensors[i];
        declare(&outputs[i], &types[i], &output_tensors[i], names[i][1], NULL);
        output_tensors[i].elem_type = tensors[i].data_type;
        output_list[i] = &outputs[i];
    }
    m.graph.node = node_list;
    m.graph.n_node = NEGATIVES;
    m.graph.initializer = tensor_list;
    m.graph.n_initializer = NEGATIVES;
    m.graph.n_input = 0;
    m.graph.output = output_list;
    m.graph.n_output = NEGATIVES;
    return pack(&m, bytes);
}
