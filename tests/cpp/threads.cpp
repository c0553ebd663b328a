// Many threads at once, without a lock.
#include "harness.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace {

using tn_elicit::Answer;

constexpr unsigned thread_count = 16;
constexpr unsigned calls_each = 250;

// Request ids: what is between {"id":" and the next quotation mark.
std::string id_of(std::string_view request) {
    constexpr std::size_t begin = std::string_view(R"({"id":")").size();
    return std::string(request.substr(begin, request.find('"', begin) - begin));
}

struct Seen {
    std::vector<std::string> ids;
    unsigned wrong = 0;
};

// Each call has its own number in its message, its answer and its reply.
void work(unsigned thread, Seen &seen) {
    for (unsigned call = 0; call < calls_each; ++call) {
        const std::string number = std::to_string(thread * calls_each + call);
        const bool fails = call % 10 == 0;
        auto resolver = [&](std::string_view request) {
            seen.ids.push_back(id_of(request));
            seen.wrong += request.find(":" + number + "}") == std::string_view::npos;
            return fails ? Answer::failure(number) : Answer::accept(number);
        };
        const auto outcome = tn_elicit::try_server_request_response(
            resolver, R"({"method":"elicitation/create","id":)" + number +
                          R"(,"params":{"requestedSchema":)" + number + "}}");
        const std::string result =
            fails ? R"({"action":"cancel"})" : R"({"action":"accept","content":)" + number + "}";
        seen.wrong += !outcome ||
                      outcome->reply.view() !=
                          R"({"jsonrpc":"2.0","id":)" + number + R"(,"result":)" + result + "}" ||
                      outcome->cause.what() != (fails ? number : "");
    }
}

} // namespace

TEST(many_threads_get_their_own_replies_and_unique_ids) {
    std::vector<Seen> seen(thread_count);
    std::vector<std::thread> threads;
    for (unsigned thread = 0; thread < thread_count; ++thread)
        threads.emplace_back(work, thread, std::ref(seen[thread]));
    for (std::thread &thread : threads)
        thread.join();

    std::vector<std::string> ids;
    for (const Seen &each : seen) {
        EXPECT(each.wrong == 0);
        ids.insert(ids.end(), each.ids.begin(), each.ids.end());
    }
    EXPECT(ids.size() == std::size_t{thread_count} * calls_each);
    std::sort(ids.begin(), ids.end());
    EXPECT(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
}

TEST(the_halves_run_on_different_threads) {
    const std::string params = R"({"name":"greet"})";
    const std::string result =
        R"({"resultType":"input_required","inputRequests":{"who":{"method":"elicitation/create"}}})";
    std::vector<std::string> retries(thread_count);
    std::vector<std::thread> threads;
    for (unsigned thread = 0; thread < thread_count; ++thread) {
        auto requests = tn_elicit::try_input_required_begin(tn_elicit::Modes::form, result);
        EXPECT(requests && *requests);
        threads.emplace_back([&, thread, requests = std::move(requests)] {
            if (!requests)
                return;
            const std::string responses =
                R"({"answers":{"who":{"ok":true,"data":)" + std::to_string(thread) + "}}}";
            const auto retry = tn_elicit::try_input_required_finish(params, result, responses);
            if (retry)
                retries[thread] = retry->str();
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    for (unsigned thread = 0; thread < thread_count; ++thread)
        EXPECT_EQUAL(R"({"name":"greet","inputResponses":{"who":{"action":"accept","content":)" +
                         std::to_string(thread) + "}}}",
                     retries[thread]);
}

// What each thread does with the notices; true if it saw nothing but its own.
static bool notices_are_its_own(unsigned thread) {
    for (unsigned call = 0; call < calls_each; ++call) {
        const std::string id = std::to_string(thread * calls_each + call);
        const auto ended = tn_elicit::try_elicitation_ended(
            R"({"method":"notifications/cancelled","params":{"requestId":)" + id + "}}");
        const auto visits = tn_elicit::try_url_elicitations(
            R"({"id":1,"error":{"code":-32042,"data":{"elicitations":[{"mode":"url","url":")" + id +
            R"("}]}}})");
        if (!ended || ended->view() != R"({"requestId":)" + id + "}" || !visits ||
            visits->view().find(R"("url":")" + id + '"') == std::string_view::npos)
            return false;
    }
    return true;
}

TEST(many_threads_read_notices) {
    std::atomic<unsigned> right{0};
    std::vector<std::thread> threads;
    for (unsigned thread = 0; thread < thread_count; ++thread)
        threads.emplace_back([&right, thread] { right += notices_are_its_own(thread) ? 1 : 0; });
    for (std::thread &thread : threads)
        thread.join();
    EXPECT(right == thread_count);
}

TEST(a_text_is_freed_on_another_thread) {
    auto made = tn_elicit::try_elicitation_to_request(R"({"message":"far"})");
    EXPECT(made.has_value());
    std::size_t size = 0;
    std::thread([&size, text = *std::move(made)] { size = text.size(); }).join();
    EXPECT(size > 0);
    EXPECT(!*made);
}

#ifdef __cpp_exceptions

TEST(an_exception_is_rethrown_on_another_thread) {
    const auto outcome = tn_elicit::server_request_response(
        [](std::string_view) -> Answer { throw 42; }, R"({"id":1,"method":"elicitation/create"})");
    int caught = 0;
    std::thread([&] {
        try {
            std::rethrow_exception(outcome.exception);
        } catch (int thrown) {
            caught = thrown;
        }
    }).join();
    EXPECT(caught == 42);
}

#endif
