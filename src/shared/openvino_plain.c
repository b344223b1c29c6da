/* The OpenVINO front end by plain names, in a shared library: see plan_plain.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom_openvino.h"

#ifdef BL_SHARED
#undef bl_openvino_plan

BL_API bl_status bl_openvino_plan(bl_call *call, const bl_openvino_node *node, size_t count, const bl_array *const *inputs,
                                  const bl_array *out, const bl_options *options)
{
    return BL_SIZED(bl_openvino_plan)(call, node, count, inputs, out, options);
}

BL_API size_t bl_openvino_node_size(void)
{
    return sizeof(bl_openvino_node);
}

BL_API size_t bl_openvino_call_size(void)
{
    return sizeof(bl_call);
}
#endif
