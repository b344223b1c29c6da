/* The floating-point environment of the thread: which exceptions were raised, which of them trap, whether subnormals are flushed to zero.
 * Freestanding: for processes and bare images. The functions float_has_… report features that an architecture lacks, or that are unknown
 * here; then the others do nothing.
 *
 * Sources: Intel SDM volume 1, section 10.2.3 (MXCSR); Arm ARM DDI 0487, FPCR and FPSR; Armv8-M ARM DDI 0553, FPSCR; Power ISA 2.07,
 * section 4.2.2 (FPSCR); z/Architecture Principles of Operation, "Floating-Point-Control Register"; the RISC-V unprivileged ISA, chapter
 * "F" (fcsr).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#ifndef BROADLOOM_TESTS_FLOAT_ENVIRONMENT_H
#define BROADLOOM_TESTS_FLOAT_ENVIRONMENT_H

#include <stdint.h>
#include <string.h>

/** Exceptions, as bits; the same as ORACLE_INVALID and so on. */
enum {
    FLOAT_INVALID = 1,
    FLOAT_DIVISION_BY_ZERO = 2,
    FLOAT_OVERFLOW = 4
};

#if defined(__GNUC__) && defined(__SSE2__)

/* MXCSR: flags are bits 0 (invalid), 2 (division by zero), 3 (overflow); bits 7 to 12 mask traps; 6: subnormal operands become zeros, 15:
 * subnormal results do. */
#define FLOAT_DEFAULT 0x1f80u
#define FLOAT_SPREAD(exceptions) (((exceptions)&1u) | ((exceptions)&6u) << 1)

static inline void float_set(uint32_t control)
{
    __asm__ volatile("ldmxcsr %0"
                     :
                     : "m"(control)
                     : "memory");
}

static inline uint32_t float_get(void)
{
    uint32_t control;

    __asm__ volatile("stmxcsr %0"
                     : "=m"(control)
                     :
                     : "memory");
    return control;
}

static inline unsigned float_raised(void)
{
    const uint32_t flags = float_get();

    return (flags & 1u) | (flags >> 1 & 6u);
}

static inline void float_begin(unsigned traps, int flushes)
{
    float_set((FLOAT_DEFAULT & ~(FLOAT_SPREAD(traps) << 7)) | (flushes ? 0x8040u : 0));
}

static inline void float_end(void)
{
    float_set(FLOAT_DEFAULT);
}

#define FLOAT_HAS_FLAGS 1

#elif defined(__GNUC__) && defined(__aarch64__)

/* FPSR: flags are bits 0 to 2. FPCR: bits 8 to 10 enable traps, and read as 0 if the processor has none; 24 flushes. */
static inline void float_set(uint64_t control)
{
    __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, xzr"
                     :
                     : "r"(control)
                     : "memory");
}

static inline uint64_t float_get(void)
{
    uint64_t control;

    __asm__ volatile("mrs %0, fpcr"
                     : "=r"(control)
                     :
                     : "memory");
    return control;
}

static inline unsigned float_raised(void)
{
    uint64_t flags;

    __asm__ volatile("mrs %0, fpsr"
                     : "=r"(flags)
                     :
                     : "memory");
    return (unsigned)flags & 7u;
}

static inline void float_begin(unsigned traps, int flushes)
{
    float_set((uint64_t)traps << 8 | (flushes ? UINT64_C(1) << 24 : 0));
}

static inline void float_end(void)
{
    float_set(0);
}

#define FLOAT_HAS_FLAGS 1

#elif defined(__GNUC__) && defined(__arm__) && defined(__ARM_FP)

/* FPSCR: bits as in AArch64's FPSR and FPCR, in one. The others are kept: a Cortex-M55 uses them for loops. */
#define FLOAT_BITS 0x01009f9fu

static inline uint32_t float_get(void)
{
    uint32_t control;

    __asm__ volatile("vmrs %0, fpscr"
                     : "=r"(control)
                     :
                     : "memory");
    return control;
}

static inline void float_set(uint32_t control)
{
    __asm__ volatile("vmsr fpscr, %0"
                     :
                     : "r"((float_get() & ~FLOAT_BITS) | control)
                     : "memory");
}

static inline unsigned float_raised(void)
{
    return float_get() & 7u;
}

static inline void float_begin(unsigned traps, int flushes)
{
    float_set(traps << 8 | (flushes ? 1u << 24 : 0));
}

static inline void float_end(void)
{
    float_set(0);
}

#define FLOAT_HAS_FLAGS 1

#elif defined(__GNUC__) && defined(__powerpc64__)

/* FPSCR: flags are bits 29 (invalid), 26 (division by zero), 28 (overflow). Traps need the operating system's permission, and flushing
 * subnormals differs between processors: neither is supported here. */
static inline uint64_t float_get(void)
{
    double status;
    uint64_t control;

    __asm__ volatile("mffs %0"
                     : "=f"(status)
                     :
                     : "memory");
    memcpy(&control, &status, sizeof control);
    return control;
}

static inline unsigned float_raised(void)
{
    const unsigned flags = (unsigned)float_get();

    return (flags >> 29 & 1u) | (flags >> 25 & 2u) | (flags >> 26 & 4u);
}

static inline void float_begin(unsigned traps, int flushes)
{
    (void)traps, (void)flushes;
    __asm__ volatile("mtfsf 255, %0"
                     :
                     : "f"(0.0)
                     : "memory");
}

static inline void float_end(void)
{
    float_begin(0, 0);
}

#define FLOAT_HAS_FLAGS 1

#elif defined(__GNUC__) && defined(__s390x__)

/* FPC: flags are bits 23 (invalid), 22 (division by zero), 21 (overflow); the same bits of the byte above enable traps. */
#define FLOAT_SPREAD(exceptions) (((exceptions)&1u) << 2 | ((exceptions)&2u) | ((exceptions)&4u) >> 2)

static inline void float_set(uint32_t control)
{
    __asm__ volatile("sfpc %0"
                     :
                     : "d"(control)
                     : "memory");
}

static inline uint32_t float_get(void)
{
    uint32_t control;

    __asm__ volatile("efpc %0"
                     : "=d"(control)
                     :
                     : "memory");
    return control;
}

static inline unsigned float_raised(void)
{
    return FLOAT_SPREAD(float_get() >> 21);
}

static inline void float_begin(unsigned traps, int flushes)
{
    (void)flushes;
    float_set(FLOAT_SPREAD(traps) << 29);
}

static inline void float_end(void)
{
    float_set(0);
}

#define FLOAT_HAS_FLAGS 1

#elif defined(__GNUC__) && defined(__riscv_flen)

/* fcsr: flags are bits 4 (invalid), 3 (division by zero), 2 (overflow). Nothing traps, nothing is flushed. */
static inline uint64_t float_get(void)
{
    uint64_t control;

    __asm__ volatile("frcsr %0"
                     : "=r"(control)
                     :
                     : "memory");
    return control;
}

static inline unsigned float_raised(void)
{
    const unsigned flags = (unsigned)float_get();

    return (flags >> 4 & 1u) | (flags >> 2 & 2u) | (flags & 4u);
}

static inline void float_end(void)
{
    __asm__ volatile("fscsr zero"
                     :
                     :
                     : "memory");
}

static inline void float_begin(unsigned traps, int flushes)
{
    (void)traps, (void)flushes;
    float_end();
}

#define FLOAT_HAS_FLAGS 1

#else

static inline uint64_t float_get(void)
{
    return 0;
}

static inline unsigned float_raised(void)
{
    return 0;
}

/** From this call on these exceptions trap and, if requested, subnormals are flushed; no flag is raised. */
static inline void float_begin(unsigned traps, int flushes)
{
    (void)traps, (void)flushes;
}

/** The default environment again: nothing traps, nothing is flushed. */
static inline void float_end(void)
{
}

#define FLOAT_HAS_FLAGS 0

#endif

/** Whether setting this changes the value that is read back. */
static inline int float_can(unsigned traps, int flushes)
{
    uint64_t before, after;

    float_begin(0, 0);
    before = float_get();
    float_begin(traps, flushes);
    after = float_get();
    float_end();
    return before != after;
}

static inline int float_has_flags(void)
{
    return FLOAT_HAS_FLAGS;
}

static inline int float_has_traps(void)
{
    return float_can(FLOAT_INVALID, 0) && float_can(FLOAT_DIVISION_BY_ZERO, 0) && float_can(FLOAT_OVERFLOW, 0);
}

static inline int float_has_flush(void)
{
    return float_can(0, 1);
}

#endif
