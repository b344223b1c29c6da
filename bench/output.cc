// The bench's table and its JSON.
//
// SPDX-License-Identifier: Apache-2.0

#include "results.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>

namespace bench
{

bool is_installed(const bench_peer *peer)
{
    return peer->version != nullptr;
}

// Broadloom's other times and the machine's limit are not peers.
static bool is_rival(const bench_peer *peer)
{
    return peer != &bench_broadloom && peer != &bench_broadloom_one_thread && peer != &bench_same_shape &&
           peer != &bench_limit;
}

double quantile(std::vector<double> values, double part)
{
    if (values.empty())
        return 0;
    const auto at = values.begin() + static_cast<ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

double timing::ns(double part) const
{
    return quantile(taken, part);
}

const timing *result::best() const
{
    const timing *found = nullptr;
    for (size_t i = 0; i < peer_count; ++i) {
        const timing &t = times[i];
        if (is_rival(peers[i]) && !t.taken.empty() && !t.wrong && (!found || t.ns(0.25) < found->ns(0.25)))
            found = &t;
    }
    return found;
}

std::vector<double> result::ratios() const
{
    std::vector<double> found;
    const timing *theirs = best(), &ours = times[peer_count - 1];
    for (size_t i = 0; theirs && i < std::min(theirs->taken.size(), ours.taken.size()); ++i)
        found.push_back(theirs->taken[i] / ours.taken[i]);
    return found;
}

// ---- The table ----

static std::string ns_text(double ns)
{
    char text[32];
    std::snprintf(text, sizeof text, ns < 100 ? "%.1f" : "%.0f", ns);
    return text;
}

// The median, followed by the lower quartile.
static std::string cell(const timing &t)
{
    if (t.taken.empty())
        return "-";
    return ns_text(t.ns(0.5)) + (t.wrong ? "! [" : " [") + ns_text(t.ns(0.25)) + "]";
}

static bool has_column(const bench_peer *peer, const bench_case &c)
{
    return is_installed(peer) && (peer != &bench_broadloom_one_thread || c.threads > 1) &&
           (peer != &bench_same_shape || c.beside_same_shape);
}

void print_header(const bench_case &c)
{
    std::printf("\n%-44s", c.group);
    for (const bench_peer *peer : peers) {
        if (has_column(peer, c))
            std::printf(" %17s", peer == &bench_broadloom_one_thread ? "on 1 thread" : peer->name);
    }
    std::printf("  ns per call [lower quartile] | best peer / Broadloom, ns per element, GB/s\n");
}

void print_row(const result &r)
{
    std::printf("%-44s", std::strchr(r.of->name, '/') + 1);
    for (size_t i = 0; i < peer_count; ++i) {
        if (has_column(peers[i], *r.of))
            std::printf(" %17s", cell(r.times[i]).c_str());
    }
    const double ns = r.times[peer_count - 1].ns(0.25);
    if (ns > 0 && r.of->kind != BENCH_PLAN) {
        std::printf(r.best() ? " | %6.2f" : " |      -", r.best() ? r.best()->ns(0.25) / ns : 0);
        std::printf(" %7.3f %6.1f", ns / static_cast<double>(bench_count(&r.of->out)),
                    static_cast<double>(bench_case_bytes(r.of)) / ns);
    }
    std::printf("  %s\n", r.strategy.c_str());
    std::fflush(stdout);
}

void print_retaken(const std::vector<result> &results)
{
    size_t taken = 0, retaken = 0;
    for (const result &r : results) {
        for (const timing &t : r.times) {
            taken += t.taken.size();
            retaken += t.retaken;
        }
    }
    std::printf("\n%zu repetitions; repeated, because the system took the processor away: %zu\n", taken, retaken);
}

// ---- JSON ----

static void write_array(FILE *file, const bench_array &array)
{
    std::fprintf(file, "{\"dtype\": \"%s\", \"content\": \"%s\", \"shape\": [", bl_dtype_name(array.dtype),
                 bench_content_name(array.content));
    for (size_t i = 0; i < array.rank; ++i)
        std::fprintf(file, "%s%zu", i ? ", " : "", array.shape[i]);
    std::fputs("], \"strides\": [", file);
    for (size_t i = 0; i < array.rank; ++i)
        std::fprintf(file, "%s%td", i ? ", " : "", array.strides[i]);
    std::fprintf(file, "], \"least\": %.17g, \"most\": %.17g, ", array.least, array.most);
    std::fprintf(file, "\"offset\": %zu, \"elements\": %zu, ", array.offset, array.elements);
    std::fprintf(file, "\"past_line\": %zu, \"buffer\": %zu}", array.past_line, array.buffer);
}

static void write_case(FILE *file, const bench_case &c)
{
    std::fprintf(file, "\"group\": \"%s\", \"name\": \"%s\", \"op\": \"%s\", \"dtype\": \"%s\", \"isa\": \"%s\", ",
                 c.group, c.name, c.op, bl_dtype_name(c.dtype), bl_isa_name(c.isa));
    std::fprintf(file, "\"kind\": \"%s\", \"threads\": %zu, \"tensors\": %zu, \"calls\": %zu, \"count\": %zu, \"bytes\": %zu, \"inputs\": [",
                 bench_kind_name(c.kind), c.threads, c.tensors, c.tensors + (c.chain ? BENCH_CHAINED : 0), bench_count(&c.out), bench_case_bytes(&c));
    for (size_t i = 0; i < c.arity; ++i) {
        std::fputs(i ? ", " : "", file);
        write_array(file, c.inputs[i]);
    }
    std::fputs("], \"output\": ", file);
    write_array(file, c.out);
}

void write_list(FILE *file, const std::vector<const bench_case *> &cases)
{
    std::fputs("[\n", file);
    for (size_t i = 0; i < cases.size(); ++i) {
        std::fputs("{", file);
        write_case(file, *cases[i]);
        std::fputs(i + 1 < cases.size() ? "},\n" : "}\n", file);
    }
    std::fputs("]\n", file);
}

// The "model name" in /proc/cpuinfo, or "?".
static std::string processor_name()
{
    char line[256];
    std::string name = "?";
    FILE *file = std::fopen("/proc/cpuinfo", "r");
    while (file && std::fgets(line, sizeof line, file)) {
        if (std::strncmp(line, "model name", 10) == 0 && std::strchr(line, ':')) {
            name = std::strchr(line, ':') + 2;
            name.pop_back();
            break;
        }
    }
    if (file)
        std::fclose(file);
    return name;
}

void write_results(FILE *file, const std::vector<result> &results, bool quick)
{
    std::fprintf(file, "{\"processor\": \"%s\", \"compiler\": \"%s\", \"isa\": \"%s\", \"quick\": %s,\n\"caches\": [",
                 processor_name().c_str(), BENCH_COMPILER, bl_isa_name(bl_isa_best()), quick ? "true" : "false");
    const char *separator = "";
    for (const auto &cache : benchmark::CPUInfo::Get().caches) {
        if (cache.type != "Instruction") {
            std::fprintf(file, "%s{\"level\": %d, \"bytes\": %d}", separator, cache.level, cache.size);
            separator = ", ";
        }
    }
    std::fputs("],\n\"peers\": {", file);
    separator = "";
    for (const bench_peer *peer : peers) {
        std::fprintf(file, "%s\"%s\": ", separator, peer->name);
        std::fprintf(file, is_installed(peer) ? "\"%s\"" : "null", is_installed(peer) ? peer->version() : "");
        separator = ", ";
    }
    std::fputs("},\n\"results\": [\n", file);
    for (size_t i = 0; i < results.size(); ++i) {
        const result &r = results[i];
        std::fputs("{", file);
        write_case(file, *r.of);
        const std::vector<double> ratios = r.ratios();
        std::fprintf(file, ", \"strategy\": \"%s\", \"best\": ", r.strategy.c_str());
        std::fprintf(file, ratios.empty() ? "null" : "{\"median\": %.4f, \"lower\": %.4f, \"upper\": %.4f}",
                     quantile(ratios, 0.5), quantile(ratios, 0.25), quantile(ratios, 0.75));
        std::fputs(", \"times\": {", file);
        separator = "";
        for (size_t j = 0; j < peer_count; ++j) {
            const timing &t = r.times[j];
            if (!t.taken.empty()) {
                std::fprintf(file, "%s\"%s\": {\"ns\": %.2f, \"lower\": %.2f, \"upper\": %.2f, \"retaken\": %zu, ", separator,
                             peers[j]->name, t.ns(0.5), t.ns(0.25), t.ns(0.75), t.retaken);
                if (r.of->function)
                    std::fprintf(file, "\"error\": %.4g, \"unlike\": %zu, ", t.error, t.unlike);
                std::fprintf(file, "\"wrong\": %s}", t.wrong ? "true" : "false");
            } else {
                std::fprintf(file, "%s\"%s\": {\"why_not\": \"%s\"}", separator, peers[j]->name, t.why_not.c_str());
            }
            separator = ", ";
        }
        std::fputs(i + 1 < results.size() ? "}},\n" : "}}\n", file);
    }
    std::fputs("]}\n", file);
}

} // namespace bench
