/* The ONNX front end by plain names, in a shared library: see plan_plain.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_onnx.h"

#ifdef BL_SHARED
#undef bl_onnx_plan
#undef bl_onnx_run

BL_API bl_status bl_onnx_plan(bl_call *call, const bl_onnx_node *node, size_t count, const bl_array *const *inputs,
                              const bl_array *out, bl_fold_step *steps, const bl_options *options)
{
    return BL_SIZED(bl_onnx_plan)(call, node, count, inputs, out, steps, options);
}

BL_API bl_status bl_onnx_run(const bl_onnx_node *node, size_t count, const bl_array *const *inputs, const bl_array *out,
                             bl_fold_step *steps, const bl_options *options)
{
    return BL_SIZED(bl_onnx_run)(node, count, inputs, out, steps, options);
}

BL_API size_t bl_onnx_node_size(void)
{
    return sizeof(bl_onnx_node);
}

BL_API size_t bl_onnx_call_size(void)
{
    return sizeof(bl_call);
}
#endif
