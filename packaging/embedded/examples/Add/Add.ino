// Adds two arrays. SPDX-License-Identifier: Apache-2.0
#include <broadloom.h>

void setup()
{
    const float a[4] = {1, 2, 3, 4}, b[4] = {0.5f, 0.25f, 0, -4};
    float sum[4];
    Serial.begin(9600);
    if (bl_add_f32(4, a, b, sum) == BL_OK)
        for (int i = 0; i < 4; ++i)
            Serial.println(sum[i]);
}

void loop()
{
}
