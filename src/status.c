/* The statuses in words.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"

const char *bl_status_string(bl_status status)
{
    switch (status) {
    case BL_OK:
        return "no error";
    case BL_NULL_POINTER:
        return "a needed pointer is null";
    case BL_UNKNOWN_DTYPE:
        return "no such dtype";
    case BL_UNSUPPORTED_DTYPE:
        return "the operator does not take this dtype";
    case BL_DTYPES_DIFFER:
        return "the dtypes of the inputs do not fit together";
    case BL_WRONG_OUTPUT_DTYPE:
        return "the dtype of the output is not what the operator gives";
    case BL_UNKNOWN_RULE:
        return "no such broadcasting rule";
    case BL_SHAPES_DIFFER:
        return "the shapes differ and the rule allows no broadcasting";
    case BL_SHAPES_DO_NOT_BROADCAST:
        return "the shapes do not broadcast under the rule";
    case BL_AXIS_OUT_OF_RANGE:
        return "the axis does not place an input within the one that it is broadcast onto";
    case BL_WRONG_OUTPUT_SHAPE:
        return "the shape of the output is not the broadcast shape";
    case BL_SIZE_OVERFLOW:
        return "an element count or a byte offset is too large for this machine";
    case BL_TOO_MANY_DIMS:
        return "too many dims are left after merging";
    case BL_UNKNOWN_ISA:
        return "no such instruction set";
    case BL_UNAVAILABLE_ISA:
        return "this build or this processor lacks the instruction set";
    case BL_UNKNOWN_OPTION:
        return "an option has no such value";
    case BL_MISALIGNED:
        return "a pointer is not a multiple of its element's size";
    case BL_OVERLAP:
        return "the output overlaps an input other than exactly in place, or itself";
    case BL_ZERO_DIVISOR:
        return "a divisor is zero";
    case BL_NO_INPUTS:
        return "a fold needs one input or more";
    case BL_UNKNOWN_OPSET:
        return "no such opset or version is known";
    case BL_NOT_IN_OPSET:
        return "the operator begins in a later opset";
    case BL_UNKNOWN_ATTRIBUTE:
        return "no such attribute";
    case BL_ATTRIBUTE_NOT_IN_VERSION:
        return "this version of the operator has no such attribute";
    case BL_UNKNOWN_ATTRIBUTE_VALUE:
        return "an attribute has no such value";
    case BL_AXIS_WITHOUT_BROADCAST:
        return "axis is given, but broadcast is not 1";
    case BL_DTYPE_NOT_IN_VERSION:
        return "this version of the operator does not take this dtype";
    case BL_WRONG_INPUT_COUNT:
        return "this version of the operator does not take so many inputs";
    case BL_ATTRIBUTE_MISSING:
        return "this version of the operator needs an attribute that is not given";
    case BL_UNSUPPORTED_ATTRIBUTE_VALUE:
        return "the library does not have this value of the attribute";
    case BL_WRONG_RESULTS:
        return "the self-test found a kernel whose results are wrong";
    case BL_STATUS_COUNT:
        break;
    }
    return "no such status";
}
