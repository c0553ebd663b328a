// Makes one mistake, named by its argument, that valgrind or a sanitizer must report; without an
// argument it makes none and they must be quiet. See proof.sh.
#include <tn_elicit.hpp>

#include <cstdlib>
#include <string_view>
#include <thread>

namespace {

// Keeps compilers from seeing through a mistake and leaving it out.
volatile int sink;

tn_elicit::Text make() { return *tn_elicit::try_elicitation_to_request("{}"); }

// Texts that are given away and never freed; several, because a pointer to the last of them may
// still lie about somewhere.
void leak() {
    for (int times = 0; times < 100; ++times)
        sink = make().release().data[0];
}

// A view that outlives its text.
void dangling() {
    std::string_view view;
    {
        const tn_elicit::Text text = make();
        view = text.view();
    }
    sink = view[0];
}

// Two threads write at once.
void race() {
    int shared = 0;
    std::thread other([&] { ++shared; });
    ++shared;
    other.join();
    sink = shared;
}

void none() {
    const tn_elicit::Text text = make();
    int shared = 0;
    std::thread([&] { shared = text.view()[0]; }).join();
    sink = shared;
}

} // namespace

int main(int argc, char **argv) {
    const std::string_view wanted = argc > 1 ? argv[1] : "none";
    if (wanted == "none")
        none();
    else if (wanted == "leak")
        leak();
    else if (wanted == "dangling")
        dangling();
    else if (wanted == "race")
        race();
    else
        return 2; // no such mistake: not what proof.sh expects of any run
    return EXIT_SUCCESS;
}
