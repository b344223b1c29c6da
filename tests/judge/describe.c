/* Describes a call, so that it can be repeated by hand.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "judge.h"

#include <stdio.h>

static void print_array(const call *of, const char *what, const test_array *shown, const void *pointer)
{
    printf("#   %s %s", what, bl_dtype_name(shown->array.dtype));
    for (size_t d = 0; d < shown->array.rank && shown->array.shape != NULL; ++d) {
        printf(" %zu", shown->shape[d]);
        if (shown->array.strides != NULL) {
            printf(":%td", shown->strides[d]);
        }
    }
    printf("%s", shown->array.rank > 0 && shown->array.shape == NULL ? " without a shape" : "");
    if (pointer == of->to && shown != &of->out) {
        printf(", the output's pointer");
    } else {
        printf(", at %p", pointer);
    }
    printf("\n");
}

static void print_options(const call *of)
{
    static const char *const rules[] = {"numpy", "none", "pdpd", "onnx legacy", "uni", "channel"};

    if (of->without_options) {
        printf("#   without options\n");
        return;
    }
    if ((unsigned)of->options.rule < BL_RULE_COUNT) {
        printf("#   rule %s", rules[of->options.rule]);
    } else {
        printf("#   rule %d", (int)of->options.rule);
    }
    printf(", axis %td, onto %zu, isa %d, on_zero_divisor %d, cache_bytes %zu\n", of->options.axis, of->options.onto,
           of->options.isa, (int)of->options.on_zero_divisor, of->options.cache_bytes);
}

static void print_subject(const call *of)
{
    printf("# case %llu, %s", (unsigned long long)of->seed, call_names[of->by]);
#if JUDGE_NODES
    if (of->by >= BY_ONNX) {
        print_node(of);
        return;
    }
#endif
    if (of->fold != NULL) {
        printf(" %s %s, %zu inputs", of->fold->name, bl_dtype_name(of->dtype), of->count);
    } else {
        printf(" %s", of->op->name);
        for (size_t p = 0; p <= of->op->arity; ++p) {
            printf("%s%s", p == 0 ? " " : p == 1 ? " of "
                                                 : ", ",
                   bl_dtype_name((bl_dtype)of->table->dtypes[p]));
        }
    }
}

void print_call(const call *of)
{
    print_subject(of);
    if (of->parts > 0 && (of->by == BY_PARTS || of->by == BY_THREADS || of->by == BY_FOLD_PARTS)) {
        printf(", %zu parts", of->parts);
    }
    printf("%s%s\n", of->fault != NULL ? "; spoilt: " : "", of->fault != NULL ? of->fault : "");
    print_options(of);
    for (size_t i = 0; i < of->count; ++i) {
        print_array(of, of->given[i] != NULL ? "input" : "input (not given)", &of->inputs[i], of->data[i]);
        if (of->by == BY_STRIDED) {
            printf("#     %td bytes a step\n", of->byte_steps[i]);
        }
    }
    print_array(of, "output", &of->out, of->to);
    if (of->by == BY_STRIDED) {
        printf("#     %td bytes a step\n", of->byte_steps[MOST_INPUTS]);
    }
    if (of->nulls != 0) {
        printf("#   null arguments: %u\n", of->nulls);
    }
    for (unsigned p = 0; of->table != NULL && of->op != NULL && p < of->table->parameter_count; ++p) {
        printf("#   %s 0x%llx\n", of->table->parameters[p].name, (unsigned long long)of->values[p]);
    }
}

void print_definition(const definition *is)
{
    printf("# expected:");
    for (int status = 1; status < BL_STATUS_COUNT; ++status) {
        if ((is->must >> status & 1) != 0) {
            printf(" \"%s\"", bl_status_string((bl_status)status));
        } else if ((is->may >> status & 1) != 0) {
            printf(" perhaps \"%s\"", bl_status_string((bl_status)status));
        }
    }
    printf("%s\n", is->must == 0 ? " ok" : "");
}
