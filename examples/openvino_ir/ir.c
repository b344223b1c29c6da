/* Reading OpenVINO IR: see ir.h.
 *
 *   net > layers > layer > data, input > port > dim, output > port > dim
 *   net > edges > edge
 *
 * All other elements (rt_info, meta_data, …) are skipped with their contents.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include "ir.h"

#include "bytes.h"

#include <expat.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OLDEST_VERSION = 10,
       NEWEST_VERSION = 11,
       LARGEST_FILE = 1 << 30 };

/* The parser's place: the elements around it, outermost first. */
typedef enum place {
    OUTSIDE,
    IN_NET,
    IN_LAYERS,
    IN_LAYER,
    IN_INPUT,
    IN_OUTPUT,
    IN_INPUT_PORT,
    IN_OUTPUT_PORT,
    IN_INPUT_DIM,
    IN_OUTPUT_DIM,
    IN_DATA,
    IN_EDGES,
    IN_EDGE,
    AFTER_NET
} place;

typedef struct reading {
    XML_Parser parser;
    ir_net *net;
    ir_error *error;
    bool failed;
    place place;
    unsigned passed_over; /* depth within an element that is skipped */
    ir_shape shape;       /* of the port that is being read, … */
    char dim[IR_WORD];    /* … and the text of its dim */
} reading;

/* The place of each element, and the contents that are read. */
typedef struct element {
    place around;
    const char *name;
    place inside;
} element;

static const element elements[] = {
    {OUTSIDE, "net", IN_NET},
    {IN_NET, "layers", IN_LAYERS},
    {IN_LAYERS, "layer", IN_LAYER},
    {IN_LAYER, "data", IN_DATA},
    {IN_LAYER, "input", IN_INPUT},
    {IN_LAYER, "output", IN_OUTPUT},
    {IN_INPUT, "port", IN_INPUT_PORT},
    {IN_OUTPUT, "port", IN_OUTPUT_PORT},
    {IN_INPUT_PORT, "dim", IN_INPUT_DIM},
    {IN_OUTPUT_PORT, "dim", IN_OUTPUT_DIM},
    {IN_NET, "edges", IN_EDGES},
    {IN_EDGES, "edge", IN_EDGE},
};

enum { ELEMENT_COUNT = sizeof elements / sizeof elements[0] };

bool ir_fail(ir_error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    bytes_make_printable(error->text);
    return false;
}

/* Stops reading. The first failure counts. */
static void stop(reading *r, const char *what, const char *which)
{
    if (!r->failed) {
        ir_fail(r->error, "line %lu: %s%.100s", (unsigned long)XML_GetCurrentLineNumber(r->parser), what, which);
        r->failed = true;
        XML_StopParser(r->parser, XML_FALSE);
    }
}

/* ---- Text ---- */

bool ir_parse_number(const char *text, uint64_t *number)
{
    uint64_t value = 0;

    if (text == NULL || *text == '\0') {
        return false;
    }
    for (; *text != '\0'; ++text) {
        if (*text < '0' || *text > '9' || value > (UINT64_MAX - 9) / 10) {
            return false;
        }
        value = value * 10 + (uint64_t)(*text - '0');
    }
    *number = value;
    return true;
}

static bool append_dim(ir_shape *shape, const char *text)
{
    uint64_t dim;

    if (shape->rank == IR_MAX_RANK || !ir_parse_number(text, &dim) || dim > PTRDIFF_MAX) {
        return false;
    }
    shape->dims[shape->rank++] = (size_t)dim;
    return true;
}

bool ir_parse_shape(const char *text, ir_shape *shape)
{
    char copy[IR_TEXT];
    char *dim = copy;

    shape->rank = 0;
    if (strlen(text) >= sizeof copy) {
        return false;
    }
    strcpy(copy, text);
    while (*dim != '\0') {
        char *comma = strchr(dim, ',');
        char *next = comma == NULL ? dim + strlen(dim) : comma + 1;

        if (comma != NULL) {
            *comma = '\0';
        }
        if (!append_dim(shape, dim + strspn(dim, " ")) || (comma != NULL && *next == '\0')) {
            return false;
        }
        dim = next;
    }
    return true;
}

/* The value of an element's attribute, or NULL. */
static const char *value_of(const XML_Char **attributes, const char *name)
{
    for (; *attributes != NULL; attributes += 2) {
        if (strcmp(attributes[0], name) == 0) {
            return attributes[1];
        }
    }
    return NULL;
}

static void copy_cut(char *to, size_t size, const char *text)
{
    snprintf(to, size, "%s", text);
}

/* ---- Elements ---- */

static ir_layer *last_layer(reading *r)
{
    return &r->net->layers[r->net->layer_count - 1];
}

/* Room for one more; the array doubles at powers of two. */
static void *grow(reading *r, void *array, size_t count, size_t size)
{
    void *larger = array;

    if ((count & (count - 1)) == 0) {
        larger = realloc(array, (count > 0 ? 2 * count : 1) * size);
    }
    if (larger == NULL) {
        stop(r, "memory is short", "");
    }
    return larger;
}

static void start_net(reading *r, const XML_Char **attributes)
{
    uint64_t version;

    if (!ir_parse_number(value_of(attributes, "version"), &version) || version < OLDEST_VERSION ||
        version > NEWEST_VERSION) {
        stop(r, "this is not IR of version 10 or 11", "");
    }
}

static void start_layer(reading *r, const XML_Char **attributes)
{
    ir_layer *layers = (ir_layer *)grow(r, r->net->layers, r->net->layer_count, sizeof *layers);
    const char *name = value_of(attributes, "name");
    const char *type = value_of(attributes, "type");
    const char *version = value_of(attributes, "version");
    ir_layer *layer;

    if (layers == NULL) {
        return;
    }
    r->net->layers = layers;
    layer = &layers[r->net->layer_count++];
    memset(layer, 0, sizeof *layer);
    if (!ir_parse_number(value_of(attributes, "id"), &layer->id) || name == NULL || type == NULL) {
        stop(r, "a layer needs an id, a name and a type", "");
        return;
    }
    if (version == NULL || strncmp(version, "opset", 5) != 0 || !ir_parse_number(version + 5, &layer->opset)) {
        stop(r, "a layer's version is no opset: ", version == NULL ? "there is none" : version);
        return;
    }
    copy_cut(layer->name, sizeof layer->name, name);
    copy_cut(layer->type, sizeof layer->type, type);
}

static void start_data(reading *r, const XML_Char **attributes)
{
    ir_layer *layer = last_layer(r);

    for (; *attributes != NULL; attributes += 2) {
        ir_attribute *attribute = &layer->attributes[layer->attribute_count];

        if (layer->attribute_count == IR_MAX_ATTRIBUTES || ir_find(layer, attributes[0]) != NULL) {
            stop(r, "too many attributes, or one that is given twice: ", attributes[0]);
            return;
        }
        attribute->name = (char *)malloc(strlen(attributes[0]) + strlen(attributes[1]) + 2);
        if (attribute->name == NULL) {
            stop(r, "memory is short", "");
            return;
        }
        attribute->value = strcpy(attribute->name, attributes[0]) + strlen(attributes[0]) + 1;
        strcpy(attribute->value, attributes[1]);
        ++layer->attribute_count;
    }
}

static void start_port(reading *r, const XML_Char **attributes, ir_port *ports, size_t *count)
{
    ir_port *port = &ports[*count];

    if (*count == IR_MAX_PORTS) {
        stop(r, "a layer has too many ports: ", last_layer(r)->name);
        return;
    }
    if (!ir_parse_number(value_of(attributes, "id"), &port->id)) {
        stop(r, "a port needs an id: ", last_layer(r)->name);
        return;
    }
    for (size_t i = 0; i < *count; ++i) {
        if (ports[i].id == port->id) {
            stop(r, "a port's id is given twice: ", last_layer(r)->name);
            return;
        }
    }
    ++*count;
    r->shape.rank = 0;
}

/* The dims of the port that was read. */
static void end_port(reading *r, ir_port *port)
{
    const size_t bytes = r->shape.rank * sizeof *port->dims;

    if (bytes > 0) {
        port->dims = (size_t *)malloc(bytes);
        if (port->dims == NULL) {
            stop(r, "memory is short", "");
            return;
        }
        memcpy(port->dims, r->shape.dims, bytes);
    }
    port->rank = r->shape.rank;
}

static void start_edge(reading *r, const XML_Char **attributes)
{
    ir_edge *edges = (ir_edge *)grow(r, r->net->edges, r->net->edge_count, sizeof *edges);
    ir_edge *edge;

    if (edges == NULL) {
        return;
    }
    r->net->edges = edges;
    edge = &edges[r->net->edge_count++];
    if (!ir_parse_number(value_of(attributes, "from-layer"), &edge->from_layer) ||
        !ir_parse_number(value_of(attributes, "from-port"), &edge->from_port) ||
        !ir_parse_number(value_of(attributes, "to-layer"), &edge->to_layer) ||
        !ir_parse_number(value_of(attributes, "to-port"), &edge->to_port)) {
        stop(r, "an edge needs from-layer, from-port, to-layer and to-port", "");
    }
}

/* ---- The parser's events ---- */

static void XMLCALL on_start(void *context, const XML_Char *name, const XML_Char **attributes)
{
    reading *r = (reading *)context;
    const element *entered = elements;

    while (entered < elements + ELEMENT_COUNT && (entered->around != r->place || strcmp(entered->name, name) != 0)) {
        ++entered;
    }
    if (r->passed_over > 0 || entered == elements + ELEMENT_COUNT) {
        if (r->place == OUTSIDE) {
            stop(r, "this is not IR but ", name);
        }
        ++r->passed_over;
        return;
    }
    r->place = entered->inside;
    switch (r->place) {
    case IN_NET:
        start_net(r, attributes);
        break;
    case IN_LAYER:
        start_layer(r, attributes);
        break;
    case IN_DATA:
        start_data(r, attributes);
        break;
    case IN_INPUT_PORT:
        start_port(r, attributes, last_layer(r)->inputs, &last_layer(r)->input_count);
        break;
    case IN_OUTPUT_PORT:
        start_port(r, attributes, last_layer(r)->outputs, &last_layer(r)->output_count);
        break;
    case IN_INPUT_DIM:
    case IN_OUTPUT_DIM:
        r->dim[0] = '\0';
        break;
    case IN_EDGE:
        start_edge(r, attributes);
        break;
    default:
        break;
    }
}

static void XMLCALL on_text(void *context, const XML_Char *text, int length)
{
    reading *r = (reading *)context;
    const size_t used = strlen(r->dim);

    if (r->passed_over > 0 || (r->place != IN_INPUT_DIM && r->place != IN_OUTPUT_DIM)) {
        return;
    }
    if (used + (size_t)length >= sizeof r->dim) {
        stop(r, "a dim is no number: ", last_layer(r)->name);
        return;
    }
    memcpy(r->dim + used, text, (size_t)length);
    r->dim[used + (size_t)length] = '\0';
}

static void end_dim(reading *r)
{
    if (!append_dim(&r->shape, r->dim)) {
        stop(r, "a dim is no number, or there are too many: ", last_layer(r)->name);
    }
}

static void XMLCALL on_end(void *context, const XML_Char *name)
{
    reading *r = (reading *)context;
    ir_layer *layer = r->net->layer_count > 0 ? last_layer(r) : NULL;

    (void)name; /* expat ensures that it is the element that was entered */
    if (r->failed) {
        return;
    }
    if (r->passed_over > 0) {
        --r->passed_over;
        return;
    }
    if (r->place == IN_INPUT_DIM || r->place == IN_OUTPUT_DIM) {
        end_dim(r);
    } else if (r->place == IN_INPUT_PORT) {
        end_port(r, &layer->inputs[layer->input_count - 1]);
    } else if (r->place == IN_OUTPUT_PORT) {
        end_port(r, &layer->outputs[layer->output_count - 1]);
    }
    for (const element *left = elements; left < elements + ELEMENT_COUNT; ++left) {
        if (left->inside == r->place) {
            r->place = left->around == OUTSIDE ? AFTER_NET : left->around;
            break;
        }
    }
}

/* IR has no document type, and without one there are no entities to expand. */
static void XMLCALL on_doctype(void *context, const XML_Char *name, const XML_Char *system, const XML_Char *public_id,
                               int has_internal)
{
    (void)system;
    (void)public_id;
    (void)has_internal;
    stop((reading *)context, "a document type is declared: ", name);
}

/* Layers by their ids, once they no longer move. */
static bool number_layers(ir_net *net, ir_error *error)
{
    for (size_t i = 0; i < net->layer_count; ++i) {
        const ir_layer *layer = &net->layers[i];

        if (ir_find_layer(net, layer->id) < net->layer_count) {
            return ir_fail(error, "a layer's id is repeated: %s", layer->name);
        }
        if (!names_add(&net->ids, &layer->id, sizeof layer->id, i)) {
            return ir_fail(error, "memory is short");
        }
    }
    return true;
}

bool ir_read(const uint8_t *bytes, size_t size, ir_net *net, ir_error *error)
{
    reading r;

    memset(&r, 0, sizeof r);
    memset(net, 0, sizeof *net);
    r.net = net;
    r.error = error;
    if (size > LARGEST_FILE) {
        return ir_fail(error, "the file is too large");
    }
    r.parser = XML_ParserCreate(NULL);
    if (r.parser == NULL) {
        return ir_fail(error, "memory is short");
    }
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, on_start, on_end);
    XML_SetCharacterDataHandler(r.parser, on_text);
    XML_SetStartDoctypeDeclHandler(r.parser, on_doctype);
    if (XML_Parse(r.parser, (const char *)bytes, (int)size, 1) != XML_STATUS_OK && !r.failed) {
        stop(&r, "not well-formed: ", XML_ErrorString(XML_GetErrorCode(r.parser)));
    }
    XML_ParserFree(r.parser);
    if (r.failed || !number_layers(net, error)) {
        ir_free(net);
        return false;
    }
    return true;
}

size_t ir_find_layer(const ir_net *net, uint64_t id)
{
    return names_find(&net->ids, &id, sizeof id, net->layer_count);
}

void ir_free(ir_net *net)
{
    for (size_t i = 0; i < net->layer_count; ++i) {
        ir_layer *layer = &net->layers[i];

        for (size_t k = 0; k < layer->attribute_count; ++k) {
            free(layer->attributes[k].name);
        }
        for (size_t k = 0; k < IR_MAX_PORTS; ++k) {
            free(layer->inputs[k].dims);
            free(layer->outputs[k].dims);
        }
    }
    free(net->layers);
    free(net->edges);
    names_free(&net->ids);
    memset(net, 0, sizeof *net);
}

const char *ir_find(const ir_layer *layer, const char *name)
{
    for (size_t i = 0; i < layer->attribute_count; ++i) {
        if (strcmp(layer->attributes[i].name, name) == 0) {
            return layer->attributes[i].value;
        }
    }
    return NULL;
}
