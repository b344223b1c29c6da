// Runs a sketch's setup, as far as it asks for Arduino: its Serial writes lines to standard output. -DSKETCH names the file.
//
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

enum { HEX = 16 };

static struct {
    void begin(long) {}
    void println(double value) { std::printf("%.4g ", value); }
    void println(long value) { std::printf("%ld ", value); }
    void println(unsigned value, int) { std::printf("%x ", value); }
} Serial;

#include SKETCH

int main()
{
    setup();
}
