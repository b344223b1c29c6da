// The measurements, and their output.
//
// SPDX-License-Identifier: Apache-2.0

#ifndef BENCH_RESULTS_H
#define BENCH_RESULTS_H

#include "bench.h"

#include <cstdio>
#include <string>
#include <vector>

namespace bench
{

// Broadloom is the last one. The others' results are compared with those of the first one.
const bench_peer *const peers[] = {&bench_plain, &bench_sleef, &bench_onednn, &bench_xnnpack, &bench_eigen,
                                   &bench_limit, &bench_same_shape, &bench_broadloom_one_thread, &bench_broadloom};
constexpr size_t peer_count = sizeof peers / sizeof *peers;

bool is_installed(const bench_peer *peer);

struct timing {
    std::vector<double> taken; // ns of one call, by repetition; empty if there are none
    size_t retaken = 0;        // repetitions that were repeated, because the system took the processor away meanwhile
    bool wrong = false;
    double error = 0;  // a function's largest error in the first round, in units in the last place
    size_t unlike = 0; // the number of results that are not the nearest
    std::string why_not;

    // The quantile of the repetitions' times: 0.5 for the median, 0.25 for the lower quartile. 0 if
    // there are none.
    double ns(double part) const;
};

// The quantile of the values: this part of them does not exceed it; 0 if there are none.
double quantile(std::vector<double> values, double part);

struct result {
    const bench_case *of;
    timing times[peer_count];
    std::string strategy; // bl_plan_describe

    // The peer with the right result and the shortest lower quartile; NULL if there is none.
    const timing *best() const;
    // Its times divided by Broadloom's of the same repetition, which were taken at about the same time.
    std::vector<double> ratios() const;
};

// A table for people: a header before the first case of a group, and a row for each case.
void print_header(const bench_case &c);
void print_row(const result &r);
// The line after all cases.
void print_retaken(const std::vector<result> &results);

// JSON: the cases with their operands, for programs that run them elsewhere; the results, for the report.
void write_list(FILE *file, const std::vector<const bench_case *> &cases);
void write_results(FILE *file, const std::vector<result> &results, bool quick);

} // namespace bench

#endif
