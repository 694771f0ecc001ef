/* The files of a disk that can lose power: what is there now, and what would be left of it. See files.c. */
#ifndef GODWIT_FILES_H
#define GODWIT_FILES_H
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

#define PAGE 4096u
#define SECTOR 512u

/* A page of contents; several contents may share it, and then it is copied before it is changed. */
struct page {
    unsigned users;
    unsigned char bytes[PAGE];
};

/* What a file holds. A page that is NULL, or beyond those that there are, is all zeros. */
struct content {
    uint64_t size;
    uint64_t places;
    struct page **pages;
};

struct node;

/* A name in a directory. Its cookie is where a reader of the directory goes on behind it. */
struct entry {
    char *name;
    struct node *node;
    uint64_t cookie;
};

/* A file or a directory. */
struct node {
    uint64_t number;
    mode_t mode;
    uid_t uid;
    gid_t gid;
    struct timespec accessed, modified, changed;
    struct content now, synced;
    struct entry *entries;
    size_t entry_count, entry_room;
    unsigned links;    /* entries that lead to it */
    unsigned pins;     /* changes of names that are not durable and are about it */
    unsigned opens;
    uint64_t touched;  /* the last change of names or of a size that was about it */
    char *path;        /* what it was called when the power was lost */
};

struct node *node_of(uint64_t number);
struct node *root_node(void);
struct node *new_node(mode_t mode, uid_t uid, gid_t gid);
void opened(struct node *node);
void closed(struct node *node);

struct entry *entry_of(struct node *directory, const char *name);
void change_names(struct node *directory, const char *name, struct node *to, struct node *other, const char *other_name);
struct node *node_at(const char *path);
void each_file(struct node *directory, const char *path, void (*f)(struct node *, const char *, FILE *), FILE *out);

void read_content(const struct content *content, uint64_t from, size_t size, unsigned char *into);
int write_content(struct node *node, uint64_t from, size_t size, const unsigned char *bytes);
int zero_content(struct node *node, uint64_t from, uint64_t size);
int resize(struct node *node, uint64_t size);

void make_durable(struct node *node, int data_only);
void flush_all(void);
uint64_t lose_power(uint64_t seed, uint64_t *kept, FILE *out);
void damage_byte(struct node *node, uint64_t at, unsigned bit, unsigned *was, unsigned *is);
void damage_size(struct node *node, uint64_t size);
void count_unsynced(uint64_t *files, uint64_t *bytes, uint64_t *names);

/* The size of the disk in pages, and how many of them are taken; a full disk gives away no more. */
extern uint64_t page_limit, pages_taken;
extern int is_full;
extern uint64_t refused;

#endif
