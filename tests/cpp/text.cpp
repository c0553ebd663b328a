// Who owns a text.
#include "harness.hpp"

#include <type_traits>
#include <utility>

using tn_elicit::Text;

static_assert(!std::is_copy_constructible_v<Text> && !std::is_copy_assignable_v<Text>);
static_assert(std::is_nothrow_move_constructible_v<Text> &&
              std::is_nothrow_move_assignable_v<Text>);
static_assert(std::is_nothrow_move_constructible_v<tn_elicit::Result<tn_elicit::Outcome>>);
static_assert(std::is_nothrow_copy_constructible_v<tn_elicit::Error>);

namespace {

Text make(std::string_view params) { return *tn_elicit::try_elicitation_to_request(params); }

} // namespace

TEST(no_text_is_empty_and_false) {
    const Text none;
    EXPECT(!none);
    EXPECT(none.view().empty());
    EXPECT(none.size() == 0);
    EXPECT_EQUAL("", none.c_str());
    EXPECT_EQUAL("", none.str());
}

TEST(a_text_moves_and_leaves_nothing_behind) {
    Text first = make(R"({"message":"first"})");
    const char *buffer = first.c_str();
    Text second(std::move(first));
    EXPECT(second.c_str() == buffer);
    EXPECT(!first);

    Text third = make(R"({"message":"third"})");
    third = std::move(second);
    EXPECT(third.c_str() == buffer);
    EXPECT(!second);
    EXPECT_TEXT(R"({"id":"ID","kind":"input","prompt":"first"})", third);
}

TEST(a_text_that_is_moved_to_itself_is_kept) {
    Text text = make("{}");
    Text &same = text;
    text = std::move(same);
    EXPECT_TEXT(R"({"id":"ID","kind":"input","prompt":""})", text.view());
}

TEST(a_released_text_is_the_callers) {
    Text text = make("{}");
    const char *buffer = text.c_str();
    tn_string released = text.release();
    EXPECT(!text);
    EXPECT(released.data == buffer);
    EXPECT(Text(released).c_str() == buffer);
}

TEST(a_value_moves_out_of_its_result) {
    auto result = tn_elicit::try_answer_to_elicit_result("{}");
    const char *buffer = result->c_str();
    const Text text = *std::move(result);
    EXPECT(text.c_str() == buffer);
}
