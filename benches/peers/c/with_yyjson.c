/* The mappings as one would write them on yyjson.

   Usage: with_yyjson yyjson params|answer FILE MILLISECONDS: prints the median nanoseconds a call,
   and an output. */
#define _POSIX_C_SOURCE 200809L
#include "timing.h"
#include <yyjson.h>

static char *output;

static yyjson_val *given(yyjson_val *object, const char *name) {
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_null(value) || yyjson_is_false(value) ? NULL : value;
}

static void add(yyjson_mut_doc *doc, yyjson_mut_val *object, const char *name, yyjson_val *value) {
    yyjson_mut_obj_add_val(doc, object, name, yyjson_val_mut_copy(doc, value));
}

static yyjson_doc *parsed(void) {
    yyjson_doc *doc = yyjson_read(text, text_len, YYJSON_READ_NUMBER_AS_RAW);
    require(doc != NULL, "yyjson_read");
    return doc;
}

static void write_and_free(yyjson_doc *in, yyjson_mut_doc *out) {
    free(output);
    output = yyjson_mut_write(out, YYJSON_WRITE_NOFLAG, NULL);
    require(output != NULL, "yyjson_mut_write");
    yyjson_mut_doc_free(out);
    yyjson_doc_free(in);
}

static void params(void) {
    static unsigned long counter;
    yyjson_doc *in = parsed();
    yyjson_val *root = yyjson_doc_get_root(in), *value = given(root, "message");
    yyjson_mut_doc *out = yyjson_mut_doc_new(NULL);
    yyjson_mut_val *request = yyjson_mut_obj(out);
    int is_url = yyjson_equals_str(yyjson_obj_get(root, "mode"), "url");
    struct timespec now;
    char id[64];
    yyjson_mut_doc_set_root(out, request);
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(id, sizeof id, "elc-%lld-%lu",
             (long long)now.tv_sec * 1000 + (long long)now.tv_nsec / 1000000, ++counter);
    yyjson_mut_obj_add_strcpy(out, request, "id", id);
    yyjson_mut_obj_add_str(out, request, "kind", is_url ? "authorization" : "input");
    if (yyjson_is_str(value)) {
        add(out, request, "prompt", value);
    } else if (value != NULL) {
        char *prompt = yyjson_val_write(value, YYJSON_WRITE_NOFLAG, NULL);
        yyjson_mut_obj_add_strcpy(out, request, "prompt", prompt);
        free(prompt);
    } else {
        yyjson_mut_obj_add_str(out, request, "prompt", "");
    }
    if (is_url && (value = given(root, "url")) != NULL) {
        add(out, request, "url", value);
    } else if (!is_url && (value = given(root, "requestedSchema")) != NULL) {
        yyjson_mut_val *data = yyjson_mut_obj(out);
        add(out, data, "schema", value);
        yyjson_mut_obj_add_val(out, request, "data", data);
    }
    write_and_free(in, out);
}

static void answer(void) {
    yyjson_doc *in = parsed();
    yyjson_val *root = yyjson_doc_get_root(in), *data = given(root, "data");
    yyjson_mut_doc *out = yyjson_mut_doc_new(NULL);
    yyjson_mut_val *result = yyjson_mut_obj(out);
    yyjson_mut_doc_set_root(out, result);
    if (yyjson_is_true(yyjson_obj_get(root, "ok"))) {
        yyjson_mut_obj_add_str(out, result, "action", "accept");
        if (data != NULL)
            add(out, result, "content", data);
        else
            yyjson_mut_obj_add_obj(out, result, "content");
    } else {
        int is_declined = yyjson_equals_str(yyjson_obj_get(root, "reason"), "declined");
        yyjson_mut_obj_add_str(out, result, "action", is_declined ? "decline" : "cancel");
    }
    write_and_free(in, out);
}

int main(int argc, char **argv) {
    require(argc == 5, "usage: with_yyjson yyjson params|answer FILE MILLISECONDS:");
    read_text(argv[3]);
    printf("%f\n", median(argv[2][0] == 'p' ? params : answer, strtod(argv[4], NULL)));
    puts(output);
    free(output);
    free(text);
    return 0;
}
