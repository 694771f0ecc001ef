/*
 * Files in memory, each twice: as programs see it now, and as it would be found after a loss of power. Names are changed in an order,
 * which is kept until it is durable, so that the last changes can be taken back.
 *
 * What is promised, which is what ext4 with data=ordered promises, and no more:
 *
 *   fsync(file)      the contents and the size of the file, and all changes of names and sizes up to now, of whatever file: they are in one
 *                    journal. So a new file has its name, and a rename that was made before has happened.
 *   fdatasync(file)  the contents and the size. The journal is only written if it has the file's size or one of its names.
 *   fsync(directory) all changes of names and sizes up to now.
 *   rename           is one change: after a loss of power the old or the new name is there, and never none.
 *   truncate         is a change of size in that journal, in the order of the others.
 *
 * What is not promised: contents that were never synced, even if the name is durable (the file is then shorter, or empty); anything after
 * close() alone; contents before a rename over another file (ext4 writes them by a mount option, auto_da_alloc, on which nobody should
 * rely); sync_file_range(); sync() of the whole machine.
 *
 * A loss of power with a seed keeps a drawn part of what was not synced, as a kernel that had begun to write it: a beginning of the journal,
 * and of each file the first of its changed pages, the last one up to a sector. Without a seed nothing of it is kept. What a real disk
 * may also do, and this one does not: keep later pages and lose earlier ones; tear a sector; lose what it has said to be durable.
 */
#include "files.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A change in the journal: a name that leads elsewhere, or a size. Changes of one group happen together. */
struct change {
    uint64_t group;
    struct node *directory;
    char *name;
    struct node *from, *to;
    struct node *file;
    uint64_t size;
};

uint64_t page_limit, pages_taken, refused;
int is_full;

static struct node **nodes;
static uint64_t node_count, node_room;
static struct change *journal;
static size_t change_count, change_room;
static uint64_t last_group, last_cookie = 2, committed;

static void *grown(void *array, size_t room, size_t each) {
    void *more = realloc(array, room * each);
    if (!more) abort();
    return more;
}

/* Contents */

static void drop(struct page *page) {
    if (page && --page->users == 0) free(page);
}

static void make_room(struct content *content, uint64_t place) {
    if (place < content->places) return;
    uint64_t places = place + place / 2 + 1;
    content->pages = grown(content->pages, places, sizeof *content->pages);
    memset(content->pages + content->places, 0, (places - content->places) * sizeof *content->pages);
    content->places = places;
}

/* The page at a place, as one that nobody else has, so that it can be changed. */
static unsigned char *own(struct content *content, uint64_t place) {
    make_room(content, place);
    struct page *page = content->pages[place];
    if (!page || page->users > 1) {
        struct page *mine = page ? malloc(sizeof *mine) : calloc(1, sizeof *mine);
        if (!mine) abort();
        if (page) {
            *mine = *page;
            page->users--;
        }
        mine->users = 1;
        content->pages[place] = mine;
    }
    return content->pages[place]->bytes;
}

static struct page *page_at(const struct content *content, uint64_t place) {
    return place < content->places ? content->pages[place] : NULL;
}

/* Makes one content what another one is; they share its pages. */
static void copy(struct content *to, const struct content *from) {
    if (from->places) make_room(to, from->places - 1);
    for (uint64_t i = 0; i < to->places; i++) {
        struct page *page = page_at(from, i);
        if (page == to->pages[i]) continue;
        drop(to->pages[i]);
        to->pages[i] = page;
        if (page) page->users++;
    }
    to->size = from->size;
}

/* Cuts off what is behind a size, or adds zeros; how many pages were given up. */
static uint64_t set_size(struct content *content, uint64_t size) {
    uint64_t given_up = 0;
    for (uint64_t i = (size + PAGE - 1) / PAGE; i < content->places; i++) {
        given_up += content->pages[i] != NULL;
        drop(content->pages[i]);
        content->pages[i] = NULL;
    }
    if (size % PAGE && page_at(content, size / PAGE)) memset(own(content, size / PAGE) + size % PAGE, 0, PAGE - size % PAGE);
    content->size = size;
    return given_up;
}

static void empty(struct content *content) {
    set_size(content, 0);
    free(content->pages);
    *content = (struct content) {0};
}

void read_content(const struct content *content, uint64_t from, size_t size, unsigned char *into) {
    while (size) {
        size_t at = from % PAGE, part = size < PAGE - at ? size : PAGE - at;
        struct page *page = page_at(content, from / PAGE);
        if (page) memcpy(into, page->bytes + at, part);
        else memset(into, 0, part);
        into += part, from += part, size -= part;
    }
}

int write_content(struct node *node, uint64_t from, size_t size, const unsigned char *bytes) {
    uint64_t more = 0;
    if (from + size > page_limit * PAGE) return -EFBIG;
    for (uint64_t i = from / PAGE; size && i <= (from + size - 1) / PAGE; i++) more += !page_at(&node->now, i);
    if (more && (is_full || pages_taken + more > page_limit)) {
        refused++;
        return -ENOSPC;
    }
    pages_taken += more;
    for (uint64_t at = from, left = size; left;) {
        size_t within = at % PAGE, part = left < PAGE - within ? left : PAGE - within;
        memcpy(own(&node->now, at / PAGE) + within, bytes, part);
        bytes += part, at += part, left -= part;
    }
    if (from + size > node->now.size) {
        node->now.size = from + size;
        node->touched = ++last_group;
    }
    clock_gettime(CLOCK_REALTIME, &node->modified);
    node->changed = node->modified;
    return 0;
}

int zero_content(struct node *node, uint64_t from, uint64_t size) {
    uint64_t end = from + size < node->now.size ? from + size : node->now.size;
    for (uint64_t at = from; at < end;) {
        size_t within = at % PAGE, part = end - at < PAGE - within ? end - at : PAGE - within;
        if (page_at(&node->now, at / PAGE)) memset(own(&node->now, at / PAGE) + within, 0, part);
        at += part;
    }
    return 0;
}

/* Nodes */

struct node *node_of(uint64_t number) { return number && number <= node_count ? nodes[number - 1] : NULL; }

/* The kernel knows the root as 1. */
struct node *root_node(void) { return node_of(1); }

struct node *new_node(mode_t mode, uid_t uid, gid_t gid) {
    if (node_count == node_room) nodes = grown(nodes, node_room = 2 * node_room + 64, sizeof *nodes);
    struct node *node = calloc(1, sizeof *node);
    if (!node) abort();
    nodes[node_count] = node;
    node->number = ++node_count;
    node->mode = mode, node->uid = uid, node->gid = gid;
    clock_gettime(CLOCK_REALTIME, &node->modified);
    node->accessed = node->changed = node->modified;
    return node;
}

/* Frees a node that nothing leads to, now or after a loss of power. Its number is not given again. */
static void perhaps_free(struct node *node) {
    if (node->links || node->pins || node->opens || node == root_node()) return;
    pages_taken -= set_size(&node->now, 0);
    empty(&node->now);
    empty(&node->synced);
    free(node->entries);
    free(node->path);
    nodes[node->number - 1] = NULL;
    free(node);
}

void opened(struct node *node) { node->opens++; }

void closed(struct node *node) {
    node->opens--;
    perhaps_free(node);
}

/* Names */

struct entry *entry_of(struct node *directory, const char *name) {
    for (size_t i = 0; i < directory->entry_count; i++) {
        if (!strcmp(directory->entries[i].name, name)) return &directory->entries[i];
    }
    return NULL;
}

/* Lets a name lead to a node, or to none. */
static void set_entry(struct node *directory, const char *name, struct node *node) {
    struct entry *entry = entry_of(directory, name);
    if (node) node->links++;
    if (entry) {
        entry->node->links--;
        if (node) {
            entry->node = node;
        } else {
            free(entry->name);
            size_t behind = directory->entries + --directory->entry_count - entry;
            memmove(entry, entry + 1, behind * sizeof *entry);
        }
    } else if (node) {
        if (directory->entry_count == directory->entry_room) {
            directory->entry_room = 2 * directory->entry_room + 8;
            directory->entries = grown(directory->entries, directory->entry_room, sizeof *entry);
        }
        directory->entries[directory->entry_count++] = (struct entry) {strdup(name), node, ++last_cookie};
    }
    clock_gettime(CLOCK_REALTIME, &directory->modified);
    directory->changed = directory->modified;
}

static struct change *record(uint64_t group) {
    if (change_count == change_room) journal = grown(journal, change_room = 2 * change_room + 64, sizeof *journal);
    struct change *change = &journal[change_count++];
    *change = (struct change) {.group = group};
    return change;
}

static void pin(struct node *node, uint64_t group) {
    if (!node) return;
    node->pins++;
    node->touched = group;
}

static void change_name(uint64_t group, struct node *directory, const char *name, struct node *to) {
    struct entry *before = entry_of(directory, name);
    struct change *change = record(group);
    change->directory = directory, change->name = strdup(name), change->to = to, change->from = before ? before->node : NULL;
    pin(directory, group);
    pin(change->from, group);
    pin(to, group);
    set_entry(directory, name, to);
}

/* Changes a name, and, unless other is NULL, another one at the same time, which then leads to nothing. */
void change_names(struct node *directory, const char *name, struct node *to, struct node *other, const char *other_name) {
    uint64_t group = ++last_group;
    if (other) change_name(group, other, other_name, NULL);
    change_name(group, directory, name, to);
}

struct node *node_at(const char *path) {
    char name[256];
    struct node *node = root_node();
    while (node && *path) {
        size_t length = strcspn(path, "/");
        if (length >= sizeof name || !S_ISDIR(node->mode)) return NULL;
        memcpy(name, path, length);
        name[length] = 0;
        path += length + (path[length] == '/');
        struct entry *entry = entry_of(node, name);
        node = entry ? entry->node : NULL;
    }
    return node;
}

void each_file(struct node *directory, const char *path, void (*f)(struct node *, const char *, FILE *), FILE *out) {
    for (size_t i = 0; i < directory->entry_count; i++) {
        struct entry *entry = &directory->entries[i];
        char below[4096];
        snprintf(below, sizeof below, "%s%s%s", path, *path ? "/" : "", entry->name);
        if (S_ISDIR(entry->node->mode)) each_file(entry->node, below, f, out);
        else f(entry->node, below, out);
    }
}

int resize(struct node *node, uint64_t size) {
    if (size > page_limit * PAGE) return -EFBIG;
    uint64_t group = ++last_group;
    struct change *change = record(group);
    change->file = node, change->size = size;
    pin(node, group);
    pages_taken -= set_size(&node->now, size);
    clock_gettime(CLOCK_REALTIME, &node->modified);
    node->changed = node->modified;
    return 0;
}

/* Durability */

/* What it is about may then be gone. */
static void forget(struct change *change) {
    struct node *about[] = {change->directory, change->from, change->to, change->file};
    free(change->name);
    for (size_t i = 0; i < 4; i++) {
        if (about[i]) about[i]->pins--;
    }
    for (size_t i = 0; i < 4; i++) {
        int again = 0;
        for (size_t j = 0; j < i; j++) again |= about[j] == about[i];
        if (about[i] && !again) perhaps_free(about[i]);
    }
}

/* Makes all changes in the journal durable. */
static void commit(void) {
    for (size_t i = 0; i < change_count; i++) {
        struct change *change = &journal[i];
        if (change->file) {
            // What was cut off is gone; what was added are zeros, and not what was written there since.
            set_size(&change->file->synced, change->size);
        }
        forget(change);
    }
    change_count = 0;
    committed = last_group;
}

void make_durable(struct node *node, int data_only) {
    if (!data_only || S_ISDIR(node->mode) || node->touched > committed) commit();
    if (!S_ISDIR(node->mode)) copy(&node->synced, &node->now);
}

void flush_all(void) {
    commit();
    for (uint64_t i = 1; i <= node_count; i++) {
        struct node *node = node_of(i);
        if (node && !S_ISDIR(node->mode)) copy(&node->synced, &node->now);
    }
}

/* A number that is drawn, below another one, which is not 0. */
static uint64_t drawn(uint64_t *seed, uint64_t below) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (*seed >> 33) % below;
}

static int same_page(const struct node *node, uint64_t place) { return page_at(&node->now, place) == page_at(&node->synced, place); }

static uint64_t pages_of(const struct node *node) {
    return (node->now.size > node->synced.size ? node->now.size : node->synced.size) / PAGE + 1;
}

/* How many bytes are not what they would be after a loss of power. */
static uint64_t unsynced_bytes(const struct node *node) {
    static const unsigned char zeros[PAGE];
    uint64_t shared = node->now.size < node->synced.size ? node->now.size : node->synced.size;
    uint64_t found = node->now.size + node->synced.size - 2 * shared;
    for (uint64_t i = 0; i * PAGE < shared; i++) {
        if (same_page(node, i)) continue;
        struct page *a = page_at(&node->now, i), *b = page_at(&node->synced, i);
        for (unsigned j = 0; j < PAGE && i * PAGE + j < shared; j++) found += (a ? a->bytes : zeros)[j] != (b ? b->bytes : zeros)[j];
    }
    return found;
}

/* Lets the first of a file's changed pages be on the disk, as if they had just been written there. */
static uint64_t keep_some(struct node *node, uint64_t *seed) {
    uint64_t changed = 0, kept = 0, end = 0;
    for (uint64_t i = 0; i < pages_of(node); i++) changed += !same_page(node, i);
    uint64_t whole = drawn(seed, changed + 1), sectors = drawn(seed, PAGE / SECTOR);
    for (uint64_t i = 0; i < pages_of(node) && kept <= whole; i++) {
        if (same_page(node, i)) continue;
        unsigned part = kept++ < whole ? PAGE : sectors * SECTOR;
        struct page *page = page_at(&node->now, i);
        if (!part || !page || i * PAGE >= node->now.size) continue;
        memcpy(own(&node->synced, i), page->bytes, part);
        end = i * PAGE + part;
    }
    if (end > node->now.size) end = node->now.size;
    if (end > node->synced.size) node->synced.size = end;
    // Behind the end there is nothing.
    set_size(&node->synced, node->synced.size);
    return kept;
}

/* Remembers what a file is called, before names are taken back. */
static void note_path(struct node *node, const char *path, FILE *out) {
    (void) out;
    free(node->path);
    node->path = strdup(path);
}

static void tell_loss(const struct node *node, uint64_t bytes, FILE *out) {
    if (bytes) fprintf(out, " [\"%s\" %llu]", node->path ? node->path : "", (unsigned long long) bytes);
}

/* Takes away what was not synced; with a seed, all but a drawn part of it. Nobody may use the files meanwhile. Tells out of each file that
 * has lost something, and how many bytes; returns how many names were taken back, and, in kept, how many changes and pages were not. */
uint64_t lose_power(uint64_t seed, uint64_t *kept, FILE *out) {
    each_file(root_node(), "", note_path, NULL);
    uint64_t names = 0, keep = seed ? committed + drawn(&seed, last_group - committed + 1) : committed;
    size_t all = change_count;
    while (change_count && journal[change_count - 1].group > keep) {
        struct change *change = &journal[--change_count];
        if (!change->directory) continue;
        set_entry(change->directory, change->name, change->from);
        names++;
    }
    size_t begin = change_count;
    *kept = begin;
    commit();
    for (uint64_t i = 1; i <= node_count; i++) {
        struct node *node = node_of(i);
        if (!node || S_ISDIR(node->mode)) continue;
        if (seed) *kept += keep_some(node, &seed);
        tell_loss(node, unsynced_bytes(node), out);
        copy(&node->now, &node->synced);
    }
    for (size_t i = begin; i < all; i++) forget(&journal[i]);
    pages_taken = 0;
    for (uint64_t i = 1; i <= node_count; i++) {
        struct node *node = node_of(i);
        for (uint64_t j = 0; node && j < node->now.places; j++) pages_taken += node->now.pages[j] != NULL;
    }
    return names;
}

void damage_byte(struct node *node, uint64_t at, unsigned bit, unsigned *was, unsigned *is) {
    unsigned char *byte = own(&node->now, at / PAGE) + at % PAGE;
    *was = *byte;
    *is = *byte ^= 1u << bit;
    copy(&node->synced, &node->now);
}

void damage_size(struct node *node, uint64_t size) {
    pages_taken -= set_size(&node->now, size);
    copy(&node->synced, &node->now);
}

void count_unsynced(uint64_t *files, uint64_t *bytes, uint64_t *names) {
    *files = *bytes = *names = 0;
    for (uint64_t i = 1; i <= node_count; i++) {
        struct node *node = node_of(i);
        uint64_t found = node && !S_ISDIR(node->mode) ? unsynced_bytes(node) : 0;
        *bytes += found;
        *files += found > 0;
    }
    for (size_t i = 0; i < change_count; i++) *names += journal[i].directory != NULL;
}
