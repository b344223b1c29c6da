// bench: Broadloom and its peers on the same data in one run, by turns, one thread on one core.
//
// Google Benchmark shuffles the repetitions of a case's peers, which are its benchmarks. Medians and lower quartiles go
// to standard output as a table, case by case, and with --json to a file for the report and for other programs.
//
// SPDX-License-Identifier: Apache-2.0

#include "results.h"

#include <benchmark/benchmark.h>

#include <getopt.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <regex>
#include <string>
#include <vector>

namespace
{

using bench::peer_count;
using bench::peers;
using bench::result;
using bench::timing;

constexpr int EXIT_USAGE = 2;
// All cases run in several rounds: disturbances of the machine then affect the quartiles of all cases, instead
// of only the cases that were timed at that moment.
constexpr size_t ROUNDS = 8, QUICK_ROUNDS = 5;
constexpr int REPETITIONS = 2; // in a round
constexpr double SLOW = 10;    // a repetition that takes this many times its intended time is not repeated
constexpr size_t MOST_RETAKEN = 3;
constexpr double MOST_ERROR = 4; // a function's result with a larger error, in units in the last place, counts as wrong

const char usage[] = "usage: bench [options]\n"
                     "  --quick          shorter repetitions, and without --filter fewer cases: within minutes\n"
                     "  --filter REGEX   only the cases whose name matches\n"
                     "  --list           name the cases instead of running them\n"
                     "  --json FILE      write the results, or with --list the cases, as JSON\n";

struct options {
    bool quick = false;
    bool list = false;
    std::string filter;
    std::string json;
};

// ---- Data ----

// The bytes of this many consecutive arrays.
size_t buffer_bytes(const bench_array &array, size_t tensors)
{
    return bl_array_bytes(array.dtype, array.elements * tensors);
}

// Buffers of one size, for all inputs, the output, and the expected output. They begin at different offsets
// within a page, so that their elements do not compete for the same lines of a cache. They are in large pages, so that
// timings do not depend on the system's choice of small ones.
class buffers
{
  public:
    explicit buffers(size_t bytes)
        : m_stride((bytes + SPACE + PAGE - 1) / PAGE * PAGE)
    {
        const size_t size = m_stride * COUNT + PAGE;
        void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) {
            std::perror("bench: mmap");
            std::exit(1);
        }
        const auto address = reinterpret_cast<uintptr_t>(memory);
        m_start = static_cast<char *>(memory) + (PAGE - address % PAGE) % PAGE;
        madvise(m_start, m_stride * COUNT, MADV_HUGEPAGE);
        std::memset(m_start, 0, m_stride * COUNT);
    }
    // Where the array's elements begin.
    char *start(const bench_array &array) const
    {
        return line(array.buffer) + array.past_line;
    }
    // A buffer for a result that the next call uses. No operand of the case is in it.
    char *between(const bench_case &c) const
    {
        return line(c.arity);
    }
    char *expected() const
    {
        return line(BL_MAX_ARITY + 1);
    }

  private:
    char *line(size_t i) const
    {
        return m_start + i * (m_stride + STAGGER);
    }

    static constexpr size_t COUNT = BL_MAX_ARITY + 2, PAGE = 1 << 21, STAGGER = 17 * 64, SPACE = COUNT * STAGGER;
    size_t m_stride;
    char *m_start;
};

// xorshift64*: the same data in each run.
uint64_t next_random()
{
    static uint64_t state = 1;
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * UINT64_C(0x2545F4914F6CDD1D);
}

// A number from least to most: uniform, or with the same probability for each binade.
double value_between(const bench_array &array)
{
    const double share = static_cast<double>(next_random() >> 11) * 0x1p-53;
    return array.content == BENCH_UNIFORM ? array.least + (array.most - array.least) * share
                                          : array.least * std::exp2(std::log2(array.most / array.least) * share);
}

// The bits of a value; a half is an f32 whose last bits are cut off, and f16's subnormals are 0.
uint64_t bits_of(bl_dtype dtype, double value)
{
    uint64_t wide;
    std::memcpy(&wide, &value, sizeof wide);
    if (dtype == BL_F64)
        return wide;
    const auto single = static_cast<float>(value);
    uint32_t bits;
    std::memcpy(&bits, &single, sizeof bits);
    if (dtype == BL_F32)
        return bits;
    if (dtype == BL_BF16)
        return bits >> 16;
    const uint64_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    return magnitude < 0x38800000 ? sign : sign | (magnitude - 0x38000000) >> 13;
}

// The bits of a value of that content.
uint64_t random_bits(bl_dtype dtype, bench_content content)
{
    const uint64_t random = next_random();
    const auto width = static_cast<unsigned>(bl_dtype_bits(dtype));
    if (content == BENCH_LOW || content == BENCH_HIGH)
        return bench_limit_bits(dtype, content == BENCH_HIGH);
    if (dtype == BL_BOOL)
        return random & 1;
    if (const auto [mantissa, bias] = bench_floats[dtype]; mantissa != 0) {
        const bool is_scale = content == BENCH_SCALE || content == BENCH_COARSE;
        const uint64_t exponent = content == BENCH_SPREAD   ? bias - 1 + (random >> 61)
                                  : content == BENCH_NIBBLE ? bias - 1 + (random >> 62)
                                  : content == BENCH_SCALE  ? bias - 6 + (random >> 61) % 3
                                  : content == BENCH_COARSE ? bias - 2 + (random >> 61) % 3
                                                            : bias - (random >> 63);
        const uint64_t sign = content == BENCH_POSITIVE || is_scale ? 0 : random >> 60 & 1;
        const uint64_t fraction = is_scale ? 0 : random & ((UINT64_C(1) << mantissa) - 1);
        return sign << (width - 1) | exponent << mantissa | fraction;
    }
    if (content == BENCH_COUNT)
        return random % width;
    const bool is_signed = bl_dtype_name(dtype)[0] == 'i';
    const unsigned shift = content == BENCH_DIVISOR  ? static_cast<unsigned>(next_random() % (width - 2))
                           : content == BENCH_NIBBLE ? width - 4
                                                     : 0;
    const uint64_t magnitude = (random >> (64 - width + is_signed) >> shift) | 2;
    return is_signed && (next_random() & 1) ? 0 - magnitude : magnitude;
}

// Write an element; one of a packed dtype into its bits of a byte.
void put(const bench_array &array, size_t i, uint64_t bits, char *data)
{
    const size_t width = bl_dtype_bits(array.dtype), shift = i * width % 8;
    if (width >= 8) {
        std::memcpy(data + i * (width / 8), &bits, width / 8);
        return;
    }
    const uint64_t mask = ((UINT64_C(1) << width) - 1) << shift;
    char &byte = data[i * width / 8];
    byte = static_cast<char>((static_cast<uint64_t>(byte) & ~mask) | (bits << shift & mask));
}

// Fill an input's buffer with so many elements.
void fill(const bench_array &array, size_t count, char *data)
{
    for (size_t i = 0; i < count; ++i) {
        const bool is_between = array.content == BENCH_UNIFORM || array.content == BENCH_BY_MAGNITUDE;
        const uint64_t bits = is_between ? bits_of(array.dtype, value_between(array)) : random_bits(array.dtype, array.content);
        put(array, i, bits, data);
    }
    if (array.content == BENCH_DIVISOR && array.elements == 1 && bench_floats[array.dtype].mantissa == 0) {
        std::memset(data, 0, bl_dtype_size(array.dtype));
        data[0] = 7; // in the first byte of a little-endian machine: a divisor without a shortcut
    }
}

// ---- Calls ----

using calls_of_tensors = std::vector<bench_call>;
using pointers = std::array<const void *, BL_MAX_ARITY>;

// A peer's calls for a case: one for each of its tensors, and one for each further operator of a chain.
class sequence
{
  public:
    sequence(const bench_peer *peer, const bench_case &c, const pointers &inputs, void *out, void *between)
        : m_peer(peer)
    {
        for (size_t i = 0; i < c.tensors && !m_why_not; ++i) {
            pointers at = {};
            for (size_t j = 0; j < c.arity; ++j)
                at[j] = bench_at(&c.inputs[j], inputs[j], i);
            add(c, at, const_cast<void *>(bench_at(&c.out, out, i)));
        }
        for (size_t i = 0; c.chain && i < BENCH_CHAINED && !m_why_not; ++i) {
            m_links[i] = c;
            m_links[i].op = c.chain[i];
            add(m_links[i], {i % 2 ? between : out, inputs[1]}, i % 2 ? out : between);
        }
    }
    ~sequence()
    {
        for (const bench_call &call : m_calls)
            m_peer->release(call.state);
    }
    sequence(const sequence &) = delete;
    sequence &operator=(const sequence &) = delete;

    const char *why_not() const
    {
        return m_why_not;
    }
    const calls_of_tensors &calls() const
    {
        return m_calls;
    }

  private:
    void add(const bench_case &c, const pointers &inputs, void *out)
    {
        bench_call call = {};
        m_why_not = m_peer->prepare(&c, inputs.data(), out, &call);
        if (!m_why_not)
            m_calls.push_back(call);
    }

    const bench_peer *m_peer;
    const char *m_why_not = nullptr;
    std::array<bench_case, BENCH_CHAINED> m_links;
    calls_of_tensors m_calls;
};

using sequences = std::array<std::unique_ptr<sequence>, peer_count>; // null if the peer does not run the case

// ---- Timing ----

// The seconds of calling each of them `times` times.
double seconds_of(const calls_of_tensors &calls, size_t times)
{
    const auto begin = std::chrono::steady_clock::now();
    if (calls.size() == 1) {
        const bench_call only = calls.front();
        for (size_t i = 0; i < times; ++i)
            only.run(only.state);
    } else {
        for (size_t i = 0; i < times; ++i) {
            for (const bench_call &call : calls)
                call.run(call.state);
        }
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// The number of times that the system took the processor away from this process.
long interruptions()
{
    rusage used;
    getrusage(RUSAGE_SELF, &used);
    return used.ru_nivcsw;
}

// A repetition during which the system took the processor away is repeated, up to a limit.
double undisturbed_seconds_of(const calls_of_tensors &calls, size_t times, size_t *retaken)
{
    for (size_t left = MOST_RETAKEN;; --left) {
        const long before = interruptions();
        const double seconds = seconds_of(calls, times);
        if (interruptions() == before || left == 0)
            return seconds;
        ++*retaken;
    }
}

// The number of calls that take about this long.
size_t times_for(const calls_of_tensors &calls, double seconds)
{
    for (size_t times = 1;; times *= 4) {
        const double taken = seconds_of(calls, times);
        if (taken > seconds / 4)
            return std::max(size_t{1}, static_cast<size_t>(static_cast<double>(times) * seconds / taken));
    }
}

// Keeps each repetition, which has its peer's index as name.
class repetitions : public benchmark::BenchmarkReporter
{
  public:
    explicit repetitions(timing *times)
        : m_times(times)
    {
    }
    bool ReportContext(const Context &) override
    {
        return true;
    }
    void ReportRuns(const std::vector<Run> &runs) override
    {
        for (const Run &run : runs) {
            if (run.run_type == Run::RT_Iteration)
                m_times[std::stoul(run.run_name.function_name)].taken.push_back(run.GetAdjustedRealTime());
        }
    }

  private:
    timing *m_times;
};

// Time each peer, by turns.
void take_turns(const bench_case &c, const sequences &peers_calls, bool quick, timing *times)
{
    const double seconds = (quick ? 0.001 : 0.01) * (c.threads > 1 ? 10 : 1); // threads take a while to come together
    benchmark::ClearRegisteredBenchmarks();
    for (size_t i = 0; i < peer_count; ++i) {
        if (!peers_calls[i])
            continue;
        const calls_of_tensors &calls = peers_calls[i]->calls();
        const size_t repeated = times_for(calls, seconds), calls_in_all = repeated * calls.size();
        const bool is_slow = repeated == 1 && seconds_of(calls, 1) > SLOW * seconds;
        size_t *const retaken = &times[i].retaken;
        benchmark::RegisterBenchmark(std::to_string(i).c_str(), [=, &calls](benchmark::State &state) {
            for (auto _ : state)
                state.SetIterationTime(undisturbed_seconds_of(calls, repeated, retaken) /
                                       static_cast<double>(calls_in_all));
        })->UseManualTime()
            ->Iterations(1)
            ->Repetitions(is_slow ? 1 : REPETITIONS);
    }
    repetitions reporter(times);
    benchmark::RunSpecifiedBenchmarks(&reporter, ".");
}

void pin_to(const cpu_set_t &allowed, size_t cores)
{
    cpu_set_t chosen;
    CPU_ZERO(&chosen);
    for (size_t cpu = CPU_SETSIZE; cpu-- > 0 && cores > 0;) { // the first one gets the interrupts
        if (CPU_ISSET(cpu, &allowed)) {
            CPU_SET(cpu, &chosen);
            --cores;
        }
    }
    sched_setaffinity(0, sizeof chosen, &chosen);
}

// Run each peer once, and compare its result, and the memory between the output's elements, with that of the first
// peer, the plain loop. A function's errors are measured.
void check(const bench_case &c, const sequences &peers_calls, const buffers &data, result *r)
{
    const size_t bytes = buffer_bytes(c.out, c.tensors);
    char *const out = data.start(c.out);
    const std::vector<char> before(out, out + bytes); // the input, in place
    bool is_first = true;
    pointers from = {};
    for (size_t i = 0; i < c.arity; ++i)
        from[i] = data.start(c.inputs[i]);
    for (size_t i = 0; i < peer_count; ++i) {
        if (!peers_calls[i])
            continue;
        std::memset(out, 0xA5, bytes);
        if (c.out.buffer != BL_MAX_ARITY)
            std::memcpy(out, before.data(), bytes);
        for (const bench_call &call : peers_calls[i]->calls())
            call.run(call.state);
        if (peers[i] == &bench_limit || peers[i] == &bench_same_shape || c.kind == BENCH_PLAN)
            continue;
        if (c.function) {
            if (r->times[i].taken.empty()) // the first round
                r->times[i].error = bench_error(&c, from.data(), out, &r->times[i].unlike);
            r->times[i].wrong = r->times[i].error > (peers[i] == &bench_broadloom ? BENCH_NEAREST : MOST_ERROR);
            continue;
        }
        if (is_first)
            std::memcpy(data.expected(), out, bytes);
        else
            r->times[i].wrong |= std::memcmp(data.expected(), out, bytes) != 0;
        is_first = false;
    }
}

// Add a round of repetitions to the result.
void run_case(const bench_case &c, const buffers &data, bool quick, result *r)
{
    char strategy[128];
    bench_broadloom_strategy(&c, strategy, sizeof strategy);
    r->strategy = strategy;

    pointers inputs = {};
    for (size_t i = 0; i < c.arity; ++i) {
        const bench_array &in = c.inputs[i];
        if (in.buffer == i) {
            const size_t least = c.beside_same_shape ? bench_count(&c.out) : 0;
            fill(in, std::max(in.elements * c.tensors, least), data.start(in));
        }
        inputs[i] = data.start(in) + in.offset * bl_dtype_size(in.dtype);
    }

    sequences calls;
    for (size_t i = 0; i < peer_count; ++i) {
        const char *why_not = "not timed";
        if (!bench::is_installed(peers[i])) {
            why_not = "not installed";
        } else if (c.kind != BENCH_PLAN || peers[i] == &bench_broadloom) {
            calls[i] = std::make_unique<sequence>(peers[i], c, inputs, data.start(c.out), data.between(c));
            why_not = calls[i]->why_not();
        }
        if (why_not) {
            r->times[i].why_not = why_not;
            calls[i].reset();
        }
    }
    check(c, calls, data, r);

    take_turns(c, calls, quick, r->times);
}

// ---- The program ----

[[noreturn]] void fail_usage(const char *what, const char *which)
{
    std::fprintf(stderr, "bench: %s%s\n%s", what, which, usage);
    std::exit(EXIT_USAGE);
}

options parse(int argc, char **argv)
{
    static const option known[] = {{"quick", no_argument, nullptr, 'q'},
                                   {"filter", required_argument, nullptr, 'f'},
                                   {"list", no_argument, nullptr, 'l'},
                                   {"json", required_argument, nullptr, 'j'},
                                   {"help", no_argument, nullptr, 'h'},
                                   {nullptr, 0, nullptr, 0}};
    options o;
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, "", known, nullptr)) != -1;) {
        switch (c) {
        case 'q':
            o.quick = true;
            break;
        case 'f':
            o.filter = optarg;
            break;
        case 'l':
            o.list = true;
            break;
        case 'j':
            o.json = optarg;
            break;
        case 'h':
            std::fputs(usage, stdout);
            std::exit(0);
        default:
            fail_usage("cannot use ", argv[optind - 1]);
        }
    }
    if (optind < argc)
        fail_usage("cannot use ", argv[optind]);
    return o;
}

// Runs all cases, or those with matching names, of which it omits none.
std::vector<const bench_case *> select_cases(const std::string &filter, bool quick)
{
    std::vector<const bench_case *> chosen;
    size_t count;
    const bench_case *all = bench_cases(&count);
    try {
        const std::regex pattern(filter);
        for (size_t i = 0; i < count; ++i) {
            const bool is_left_out = quick && filter.empty() && all[i].not_if_quick;
            if (!is_left_out && std::regex_search(all[i].name, pattern))
                chosen.push_back(&all[i]);
        }
    } catch (const std::regex_error &) {
        fail_usage("not a regular expression: ", filter.c_str());
    }
    if (chosen.empty())
        fail_usage("no case matches ", filter.c_str());
    return chosen;
}

// Write the file by `write`, or end the program with a message.
template <class Write>
void write_json(const std::string &path, Write write)
{
    if (path.empty())
        return;
    FILE *file = std::fopen(path.c_str(), "w");
    if (file)
        write(file);
    if (!file || std::ferror(file) || std::fclose(file) != 0) {
        std::perror(("bench: " + path).c_str());
        std::exit(1);
    }
}

std::vector<result> run_all(const std::vector<const bench_case *> &cases, bool quick)
{
    cpu_set_t allowed;
    sched_getaffinity(0, sizeof allowed, &allowed);

    size_t bytes = 0;
    for (const bench_case *c : cases) {
        bytes = std::max(bytes, buffer_bytes(c->out, c->tensors));
        for (size_t i = 0; i < c->arity; ++i)
            bytes = std::max(bytes, buffer_bytes(c->inputs[i], c->tensors));
    }
    const buffers data(bytes);

    std::vector<result> results(cases.size());
    const bool is_terminal = isatty(STDERR_FILENO) != 0;
    const size_t rounds = quick ? QUICK_ROUNDS : ROUNDS;
    for (size_t round = 1; round <= rounds; ++round) {
        for (size_t i = 0; i < cases.size(); ++i) {
            const bench_case &c = *cases[i];
            std::fprintf(stderr, is_terminal ? "\r\033[Kround %zu, %zu of %zu: %s" : "round %zu, %zu of %zu: %s\n", round,
                         i + 1, cases.size(), c.name);
            pin_to(allowed, c.threads);
            results[i].of = &c;
            run_case(c, data, quick, &results[i]);
            if (is_terminal)
                std::fputs("\r\033[K", stderr);
            if (round < rounds)
                continue;
            if (i == 0 || std::strcmp(c.group, cases[i - 1]->group) != 0)
                bench::print_header(c);
            bench::print_row(results[i]);
        }
    }
    return results;
}

} // namespace

int main(int argc, char **argv)
{
    const options o = parse(argc, argv);
    if (bl_isa_from_environment() != BL_OK) {
        std::fprintf(stderr, "bench: BROADLOOM_ISA names no instruction set of this machine\n");
        return 1;
    }
    const std::vector<const bench_case *> cases = select_cases(o.filter, o.quick);
    if (o.list) {
        write_json(o.json, [&](FILE *file) { bench::write_list(file, cases); });
        if (o.json.empty()) {
            for (const bench_case *c : cases)
                std::puts(c->name);
        }
        return 0;
    }

    char name[] = "bench", interleaving[] = "--benchmark_enable_random_interleaving=true";
    char *harness_argv[] = {name, interleaving, nullptr};
    int harness_argc = 2;
    benchmark::Initialize(&harness_argc, harness_argv);

    for (const bench_peer *peer : peers) {
        if (!bench::is_installed(peer))
            std::fprintf(stderr, "bench: without %s: %s not found\n", peer->name, peer->package);
    }
    const std::vector<result> results = run_all(cases, o.quick);
    bench::print_retaken(results);
    write_json(o.json, [&](FILE *file) { bench::write_results(file, results, o.quick); });
    return 0;
}
