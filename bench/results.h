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

// Broadloom is the last one; the first one's results are what the others' are compared with.
const bench_peer *const peers[] = {&bench_plain, &bench_sleef, &bench_onednn, &bench_xnnpack, &bench_eigen,
                                   &bench_limit, &bench_same_shape, &bench_broadloom_one_thread, &bench_broadloom};
constexpr size_t peer_count = sizeof peers / sizeof *peers;

bool is_installed(const bench_peer *peer);

struct timing {
    std::vector<double> taken; // ns of one call, by repetition; empty where there are none
    size_t retaken = 0;        // repetitions taken again, because the processor was taken away meanwhile
    bool wrong = false;
    double error = 0;  // of a function, the largest in units in the last place, of the first round
    size_t unlike = 0; // its results that are not the nearest
    std::string why_not;

    // The quantile of the repetitions' times: 0.5 for the median, 0.25 for the lower quartile. 0 if
    // there are none.
    double ns(double part) const;
};

// The quantile of the values: so large a part does not exceed it; 0 if there are none.
double quantile(std::vector<double> values, double part);

struct result {
    const bench_case *of;
    timing times[peer_count];
    std::string strategy; // bl_plan_describe

    // Of the peers that give the right result, the one with the shortest lower quartile; NULL where there is none.
    const timing *best() const;
    // Its times over Broadloom's, repetition by repetition: those that were taken about the same time.
    std::vector<double> ratios() const;
};

// A table for people: the header before the first case of a group, then a row for each case.
void print_header(const bench_case &c);
void print_row(const result &r);
// And a line behind them all.
void print_retaken(const std::vector<result> &results);

// JSON: the cases with their operands, for programs that run them elsewhere; the results, for the report.
void write_list(FILE *file, const std::vector<const bench_case *> &cases);
void write_results(FILE *file, const std::vector<result> &results, bool quick);

} // namespace bench

#endif
