/* The statuses' texts.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "broadloom.h"

/* Consecutive texts by rising number; a status that this library cannot return has an empty one. They are a single object, which a linker
 * omits if nothing uses it. */
static const char status_texts[] =
    "no error\0"                                                                  /* BL_OK */
    "a needed pointer is null\0"                                                  /* BL_NULL_POINTER */
    "no such dtype\0"                                                             /* BL_UNKNOWN_DTYPE */
    "the operator does not take this dtype\0"                                     /* BL_UNSUPPORTED_DTYPE */
    "the dtypes of the inputs do not fit together\0"                              /* BL_DTYPES_DIFFER */
    "the dtype of the output is not what the operator gives\0"                    /* BL_WRONG_OUTPUT_DTYPE */
    "no such broadcasting rule\0"                                                 /* BL_UNKNOWN_RULE */
    "the shapes differ and the rule allows no broadcasting\0"                     /* BL_SHAPES_DIFFER */
    "the shapes do not broadcast under the rule\0"                                /* BL_SHAPES_DO_NOT_BROADCAST */
    "the axis does not place an input within the one that it is broadcast onto\0" /* BL_AXIS_OUT_OF_RANGE */
    "the shape of the output is not the broadcast shape\0"                        /* BL_WRONG_OUTPUT_SHAPE */
    "an element count or a byte offset is too large for this machine\0"           /* BL_SIZE_OVERFLOW */
    "too many dims are left after merging\0"                                      /* BL_TOO_MANY_DIMS */
    "no such instruction set\0"                                                   /* BL_UNKNOWN_ISA */
    "this build or this processor lacks the instruction set\0"                    /* BL_UNAVAILABLE_ISA */
    "an option has no such value\0"                                               /* BL_UNKNOWN_OPTION */
    "a pointer is not as aligned as its element must be\0"                        /* BL_MISALIGNED */
    "the output overlaps an input other than exactly in place, or itself\0"       /* BL_OVERLAP */
#if BL_REFUSES_ZERO
    "a divisor is zero\0" /* BL_ZERO_DIVISOR */
#else
    "\0"
#endif
#if BL_WITH_FOLDS
    "a fold needs one input or more\0" /* BL_NO_INPUTS */
#else
    "\0"
#endif
#if BL_WITH_FRONT_ENDS
    "no such opset or version is known\0"                                 /* BL_UNKNOWN_OPSET */
    "the operator begins in a later opset\0"                              /* BL_NOT_IN_OPSET */
    "no such attribute\0"                                                 /* BL_UNKNOWN_ATTRIBUTE */
    "this version of the operator has no such attribute\0"                /* BL_ATTRIBUTE_NOT_IN_VERSION */
    "an attribute has no such value\0"                                    /* BL_UNKNOWN_ATTRIBUTE_VALUE */
    "axis is given, but broadcast is not 1\0"                             /* BL_AXIS_WITHOUT_BROADCAST */
    "this version of the operator does not take this dtype\0"             /* BL_DTYPE_NOT_IN_VERSION */
    "this version of the operator does not take so many inputs\0"         /* BL_WRONG_INPUT_COUNT */
    "this version of the operator needs an attribute that is not given\0" /* BL_ATTRIBUTE_MISSING */
    "the library does not have this value of the attribute\0"             /* BL_UNSUPPORTED_ATTRIBUTE_VALUE */
#else
    "\0\0\0\0\0\0\0\0\0\0"
#endif
#if BL_WITH_SELFTEST
    "the self-test found a kernel whose results are wrong\0" /* BL_WRONG_RESULTS */
#else
    "\0"
#endif
#if BL_WITH_PACKED
    "an array of a packed dtype must be contiguous and row-major\0" /* BL_PACKED_STRIDES */
#else
    "\0"
#endif
    "";

const char *bl_status_string(bl_status status)
{
    const char *text = status_texts;

    if ((unsigned)status >= (unsigned)BL_STATUS_COUNT) {
        return "no such status";
    }
    for (unsigned left = (unsigned)status; left > 0; --left) {
        while (*text != '\0') {
            ++text;
        }
        ++text;
    }
    return *text != '\0' ? text : "no such status";
}
