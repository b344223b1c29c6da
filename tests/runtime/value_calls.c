/* The header's calls with values, for operators of all kinds, with known results.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "arrays.h"

int main(void)
{
    const float x[5] = {-1.0f, 0.25f, 3.0f, 100.0f, 2.5f};
    const uint8_t choice[5] = {1, 0, 0, 1, 0};
    const int32_t numbers[5] = {7, -7, 1, 0, 100};
    const uint16_t halves[5] = {0x3c00, 0x4000, 0xc000, 0x0000, 0x3800}; /* 1, 2, -2, 0, 0.5 */
    const uint16_t two = 0x4000;
    bl_fake_quantize_f32_parameters levels = {0};
    float y[5];
    int8_t q[5];
    int32_t z[5];
    uint16_t h[5];
    uint8_t b[5];

    bl_parameters_default(&bl_table_fake_quantize_f32, &levels);
    ok(bl_mul_f32_value(5, x, 2.0f, y) == BL_OK && y[0] == -2.0f && y[1] == 0.5f && y[2] == 6.0f && y[3] == 200.0f && y[4] == 5.0f,
       "bl_mul_f32_value");
    ok(bl_sub_f32_value(5, x, 2.0f, y) == BL_OK && y[0] == -3.0f && y[1] == -1.75f && y[4] == 0.5f, "bl_sub_f32_value: x - 2");
    ok(bl_value_sub_f32(5, 2.0f, x, y) == BL_OK && y[0] == 3.0f && y[1] == 1.75f && y[4] == -0.5f, "bl_value_sub_f32: 2 - x");
    ok(bl_value_div_i32(5, 100, numbers, z) == BL_OK && z[0] == 14 && z[1] == -14 && z[2] == 100 && z[3] == 0 && z[4] == 1,
       "bl_value_div_i32: 100 / x");
    ok(bl_div_i32_value(5, numbers, 2, z) == BL_OK && z[0] == 3 && z[1] == -3 && z[2] == 0 && z[3] == 0 && z[4] == 50, "bl_div_i32_value");
    ok(bl_greater_f32_value(5, x, 1.0f, b) == BL_OK && b[0] == 0 && b[1] == 0 && b[2] == 1 && b[3] == 1 && b[4] == 1,
       "bl_greater_f32_value, whose kernel is that of less");
    ok(bl_value_greater_f32(5, 1.0f, x, b) == BL_OK && b[0] == 1 && b[1] == 1 && b[2] == 0 && b[3] == 0 && b[4] == 0,
       "bl_value_greater_f32");
    ok(bl_quantize_linear_f32_f32_i8_value(5, x, 0.5f, 3, q) == BL_OK && q[0] == 1 && q[1] == 3 && q[2] == 9 && q[3] == 127 && q[4] == 8,
       "bl_quantize_linear_f32_f32_i8_value");
    ok(bl_dequantize_linear_i8_f32_value(5, q, 0.5f, 3, y) == BL_OK && y[0] == -1.0f && y[1] == 0.0f && y[3] == 62.0f,
       "bl_dequantize_linear_i8_f32_value");
    ok(bl_select_f32_value(5, choice, 1.0f, -1.0f, y) == BL_OK && y[0] == 1.0f && y[1] == -1.0f && y[3] == 1.0f, "bl_select_f32_value");
    ok(bl_clip_f32_value(5, x, 0.0f, 3.0f, y) == BL_OK && y[0] == 0.0f && y[1] == 0.25f && y[3] == 3.0f, "bl_clip_f32_value");
    ok(bl_pow_f32_i32_value(5, x, 2, y) == BL_OK && y[0] == 1.0f && y[1] == 0.0625f && y[3] == 10000.0f, "bl_pow_f32_i32_value");
    ok(bl_mul_f16_value(5, halves, &two, h) == BL_OK && h[0] == 0x4000 && h[1] == 0x4400 && h[2] == 0xc400 && h[4] == 0x3c00,
       "bl_mul_f16_value");
    ok(bl_value_div_f16(2, &two, halves, h) == BL_OK && h[0] == 0x4000 && h[1] == 0x3c00, "bl_value_div_f16");
    ok(bl_fake_quantize_f32_value(5, x, 0.0f, 3.0f, 0.0f, 3.0f, &levels, y) == BL_OK && y[0] == 0.0f && y[2] == 3.0f && y[3] == 3.0f,
       "bl_fake_quantize_f32_value, with parameters");
    ok(bl_fake_quantize_f32_value(5, x, 0.0f, 3.0f, 0.0f, 3.0f, NULL, y) == BL_NULL_POINTER, "and without");
    return done_testing();
}
