/*
 * A disk for a test on Linux: a file system in user space that can lose power, be full or slow, and be damaged. Its files are in the memory
 * of this process (files.c says what it promises), so that a program that is killed keeps them, and loses what it has not synced when the
 * power is cut. It speaks the kernel's protocol itself (/dev/fuse), so that it needs root, a C compiler, and no library.
 *
 *   disk mount DIRECTORY SOCKET MIB   mounts an empty disk, and stays in the background until it is told to end
 *   disk tell SOCKET WORD...          tells it something, and prints its answer, a map in EDN, or {:error "..."}, with exit status 1
 *
 *   flush               writes everything back, as a kernel does in the end with what nobody has synced
 *   off                 nothing more becomes durable, not even what waits for a slow sync: syncs fail
 *   cut SEED            loses what was not synced, and is on again; with a SEED other than 0 a drawn part of it stays
 *   full told, full untold, free      no more space is given away; programs that ask are told so, or not until they write; ends that
 *   slow MILLIS         each sync takes that much longer; 0 ends that
 *   files               names and sizes of all files
 *   flip FILE BYTE BIT  changes one bit
 *   shorten FILE SIZE   cuts a file off
 *   status              what is not synced, and what was done since the disk was mounted
 *   end                 unmounts it
 *
 * A program that waits for a sync dies only when that has ended. So the power is off first, then the program is killed, and then it is
 * cut. The files of programs that run must not be damaged or be cut: the kernel keeps pages of open files.
 */
#define _GNU_SOURCE
#include "files.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/falloc.h>
#include <linux/fs.h>
#include <linux/fuse.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#define MAX_WRITE (128u << 10)

/* A sync that is answered, and takes effect, when its time has come. */
struct slow_sync {
    uint64_t unique, node, due;
    int data_only;
};

static int device;
static const char *mounted_at;
static uint64_t slow_millis, syncs, slowed, writes, cuts;
static int tells_that_full = 1, is_off;
static struct slow_sync *slow;
static size_t slow_count, slow_room;
static _Alignas(8) unsigned char request[MAX_WRITE + 8192], answer[MAX_WRITE + 8192];

static uint64_t millis(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000ull + now.tv_nsec / 1000000;
}

static void reply(uint64_t unique, int error, const void *body, size_t size) {
    struct fuse_out_header head = {.len = sizeof head + (error ? 0 : size), .error = error, .unique = unique};
    struct iovec parts[] = {{&head, sizeof head}, {(void *) body, size}};
    // It fails if the program that asked was killed.
    if (writev(device, parts, error || !size ? 1 : 2) < 0 && errno == ENODEV) _exit(0);
}

static void fill(struct fuse_attr *attr, const struct node *node) {
    *attr = (struct fuse_attr) {
        .ino = node->number, .size = node->now.size, .blocks = (node->now.size + 511) / 512, .blksize = PAGE,
        .atime = node->accessed.tv_sec, .atimensec = node->accessed.tv_nsec,
        .mtime = node->modified.tv_sec, .mtimensec = node->modified.tv_nsec,
        .ctime = node->changed.tv_sec, .ctimensec = node->changed.tv_nsec,
        .mode = node->mode, .nlink = S_ISDIR(node->mode) ? 2 : node->links, .uid = node->uid, .gid = node->gid};
}

/* Nothing about a name is valid for any time, so that the kernel asks again after a loss of power. */
static struct fuse_entry_out found(const struct node *node) {
    struct fuse_entry_out out = {.nodeid = node->number, .generation = 0};
    fill(&out.attr, node);
    return out;
}

static int set_attributes(struct node *node, const struct fuse_setattr_in *in) {
    if (in->valid & FATTR_SIZE) {
        int error = S_ISDIR(node->mode) ? -EISDIR : in->size == node->now.size ? 0 : resize(node, in->size);
        if (error) return error;
    }
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (in->valid & FATTR_MODE) node->mode = (node->mode & S_IFMT) | (in->mode & 07777);
    if (in->valid & FATTR_UID) node->uid = in->uid;
    if (in->valid & FATTR_GID) node->gid = in->gid;
    if (in->valid & FATTR_ATIME) node->accessed = (struct timespec) {in->atime, in->atimensec};
    if (in->valid & FATTR_MTIME) node->modified = (struct timespec) {in->mtime, in->mtimensec};
    if (in->valid & FATTR_ATIME_NOW) node->accessed = now;
    if (in->valid & FATTR_MTIME_NOW) node->modified = now;
    node->changed = now;
    return 0;
}

static int allocate(struct node *node, const struct fuse_fallocate_in *in) {
    if (in->mode & ~(FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE | FALLOC_FL_ZERO_RANGE)) return -EOPNOTSUPP;
    if (in->mode & (FALLOC_FL_PUNCH_HOLE | FALLOC_FL_ZERO_RANGE)) zero_content(node, in->offset, in->length);
    int grows = !(in->mode & FALLOC_FL_KEEP_SIZE) && in->offset + in->length > node->now.size;
    if (is_full && !(in->mode & FALLOC_FL_PUNCH_HOLE)) {
        refused++;
        return -ENOSPC;
    }
    return grows ? resize(node, in->offset + in->length) : 0;
}

static int rename_entry(struct node *from, const char *name, struct node *to, const char *new_name, unsigned flags) {
    struct entry *entry = entry_of(from, name), *target = entry_of(to, new_name);
    if (!entry) return -ENOENT;
    if (flags & ~RENAME_NOREPLACE) return -EINVAL;
    if (target && flags) return -EEXIST;
    if (target && S_ISDIR(target->node->mode) && target->node->entry_count) return -ENOTEMPTY;
    change_names(to, new_name, entry->node, from, name);
    return 0;
}

static size_t read_directory(const struct node *node, const struct fuse_read_in *in) {
    size_t size = 0;
    for (size_t i = 0; i < node->entry_count + 2; i++) {
        const struct entry *entry = i < 2 ? NULL : &node->entries[i - 2];
        const char *name = entry ? entry->name : i ? ".." : ".";
        uint64_t cookie = entry ? entry->cookie : i + 1;
        if (cookie <= in->offset) continue;
        struct fuse_dirent *out = (struct fuse_dirent *) (answer + size);
        size_t needs = FUSE_DIRENT_ALIGN(FUSE_NAME_OFFSET + strlen(name));
        if (size + needs > in->size || size + needs > MAX_WRITE) break;
        memset(out, 0, needs);
        out->ino = entry ? entry->node->number : node->number;
        out->off = cookie, out->namelen = strlen(name);
        out->type = (entry ? entry->node->mode : S_IFDIR) >> 12;
        memcpy(out->name, name, out->namelen);
        size += needs;
    }
    return size;
}

static void sync_later(uint64_t unique, struct node *node, int data_only) {
    if (slow_count == slow_room) {
        slow = realloc(slow, (slow_room = 2 * slow_room + 16) * sizeof *slow);
        if (!slow) abort();
    }
    slow[slow_count++] = (struct slow_sync) {unique, node->number, millis() + slow_millis, data_only};
    slowed++;
}

static void sync_what_is_due(void) {
    uint64_t now = millis();
    size_t left = 0;
    for (size_t i = 0; i < slow_count; i++) {
        struct slow_sync sync = slow[i];
        if (sync.due > now && !is_off) {
            slow[left++] = sync;
            continue;
        }
        if (!is_off && node_of(sync.node)) make_durable(node_of(sync.node), sync.data_only);
        reply(sync.unique, is_off ? -EIO : 0, NULL, 0);
    }
    slow_count = left;
}

static void greet(const struct fuse_in_header *head, const struct fuse_init_in *in) {
    struct fuse_init_out out = {
        .major = FUSE_KERNEL_VERSION, .minor = FUSE_KERNEL_MINOR_VERSION, .max_readahead = in->max_readahead,
        .flags = FUSE_BIG_WRITES & in->flags, .max_background = 12, .congestion_threshold = 9, .max_write = MAX_WRITE, .time_gran = 1};
    reply(head->unique, 0, &out, sizeof out);
}

static void space(const struct fuse_in_header *head) {
    uint64_t free = (is_full && tells_that_full) || pages_taken > page_limit ? 0 : page_limit - pages_taken;
    struct fuse_statfs_out out = {.st = {
        .blocks = page_limit, .bfree = free, .bavail = free, .files = 1 << 20, .ffree = 1 << 19, .bsize = PAGE, .frsize = PAGE,
        .namelen = 255}};
    reply(head->unique, 0, &out, sizeof out);
}

/* Makes a file or a directory, and answers; a file is opened, too, if it was asked for that way. */
static void make(const struct fuse_in_header *head, struct node *in, const char *name, mode_t mode, int open) {
    struct entry *there = entry_of(in, name);
    if (there || strlen(name) > 255) {
        reply(head->unique, there ? -EEXIST : -ENAMETOOLONG, NULL, 0);
        return;
    }
    struct node *node = new_node(mode, head->uid, head->gid);
    change_names(in, name, node, NULL, NULL);
    struct { struct fuse_entry_out entry; struct fuse_open_out open; } out = {.entry = found(node)};
    if (open) opened(node);
    reply(head->unique, 0, &out, open ? sizeof out : sizeof out.entry);
}

static void unlink_entry(const struct fuse_in_header *head, struct node *in, const char *name, int directory) {
    struct entry *entry = entry_of(in, name);
    int error = !entry ? -ENOENT
        : directory && !S_ISDIR(entry->node->mode) ? -ENOTDIR
        : !directory && S_ISDIR(entry->node->mode) ? -EISDIR
        : directory && entry->node->entry_count ? -ENOTEMPTY : 0;
    if (!error) change_names(in, name, NULL, NULL, NULL);
    reply(head->unique, error, NULL, 0);
}

static void serve(const struct fuse_in_header *head, const void *body) {
    uint64_t unique = head->unique;
    struct node *node = node_of(head->nodeid);
    if (head->opcode == FUSE_FORGET || head->opcode == FUSE_BATCH_FORGET || head->opcode == FUSE_INTERRUPT) return;
    if (head->opcode == FUSE_INIT) {
        greet(head, body);
        return;
    }
    if (!node && head->opcode != FUSE_STATFS && head->opcode != FUSE_DESTROY) {
        reply(unique, -ESTALE, NULL, 0);
        return;
    }
    switch (head->opcode) {
    case FUSE_LOOKUP: {
        struct entry *entry = entry_of(node, body);
        struct fuse_entry_out out = entry ? found(entry->node) : (struct fuse_entry_out) {0};
        reply(unique, entry ? 0 : -ENOENT, &out, sizeof out);
        break;
    }
    case FUSE_GETATTR:
    case FUSE_SETATTR: {
        int error = head->opcode == FUSE_SETATTR ? set_attributes(node, body) : 0;
        struct fuse_attr_out out = {0};
        fill(&out.attr, node);
        reply(unique, error, &out, sizeof out);
        break;
    }
    case FUSE_MKNOD: {
        const struct fuse_mknod_in *in = body;
        if (!S_ISREG(in->mode)) reply(unique, -EPERM, NULL, 0);
        else make(head, node, (const char *) (in + 1), in->mode, 0);
        break;
    }
    case FUSE_MKDIR: {
        const struct fuse_mkdir_in *in = body;
        make(head, node, (const char *) (in + 1), S_IFDIR | in->mode, 0);
        break;
    }
    case FUSE_CREATE: {
        const struct fuse_create_in *in = body;
        make(head, node, (const char *) (in + 1), S_IFREG | in->mode, 1);
        break;
    }
    case FUSE_UNLINK:
    case FUSE_RMDIR:
        unlink_entry(head, node, body, head->opcode == FUSE_RMDIR);
        break;
    case FUSE_RENAME:
    case FUSE_RENAME2: {
        const struct fuse_rename2_in *in = body;
        int two = head->opcode == FUSE_RENAME2;
        const char *name = (const char *) body + (two ? sizeof *in : sizeof(struct fuse_rename_in));
        struct node *to = node_of(in->newdir);
        reply(unique, to ? rename_entry(node, name, to, name + strlen(name) + 1, two ? in->flags : 0) : -ESTALE, NULL, 0);
        break;
    }
    case FUSE_LINK: {
        const struct fuse_link_in *in = body;
        const char *name = (const char *) (in + 1);
        struct node *old = node_of(in->oldnodeid);
        int error = !old ? -ESTALE : entry_of(node, name) ? -EEXIST : 0;
        if (!error) change_names(node, name, old, NULL, NULL);
        struct fuse_entry_out out = error ? (struct fuse_entry_out) {0} : found(old);
        reply(unique, error, &out, sizeof out);
        break;
    }
    case FUSE_OPEN:
    case FUSE_OPENDIR: {
        struct fuse_open_out out = {0};
        opened(node);
        reply(unique, 0, &out, sizeof out);
        break;
    }
    case FUSE_RELEASE:
    case FUSE_RELEASEDIR:
        reply(unique, 0, NULL, 0);
        closed(node);
        break;
    case FUSE_READ: {
        const struct fuse_read_in *in = body;
        uint64_t left = in->offset < node->now.size ? node->now.size - in->offset : 0;
        size_t size = in->size < left ? in->size : left;
        read_content(&node->now, in->offset, size, answer);
        reply(unique, 0, answer, size);
        break;
    }
    case FUSE_WRITE: {
        const struct fuse_write_in *in = body;
        struct fuse_write_out out = {.size = in->size};
        int error = write_content(node, in->offset, in->size, (const unsigned char *) (in + 1));
        writes += !error;
        reply(unique, error, &out, sizeof out);
        break;
    }
    case FUSE_FSYNC:
    case FUSE_FSYNCDIR: {
        const struct fuse_fsync_in *in = body;
        syncs++;
        if (is_off) {
            reply(unique, -EIO, NULL, 0);
        } else if (slow_millis) {
            sync_later(unique, node, in->fsync_flags & FUSE_FSYNC_FDATASYNC);
        } else {
            make_durable(node, in->fsync_flags & FUSE_FSYNC_FDATASYNC);
            reply(unique, 0, NULL, 0);
        }
        break;
    }
    case FUSE_READDIR:
        reply(unique, 0, answer, read_directory(node, body));
        break;
    case FUSE_FALLOCATE:
        reply(unique, allocate(node, body), NULL, 0);
        break;
    case FUSE_STATFS:
        space(head);
        break;
    case FUSE_DESTROY:
        reply(unique, 0, NULL, 0);
        break;
    default:
        reply(unique, -ENOSYS, NULL, 0);
    }
}

/* Serves what the kernel has asked for by now; false if the disk is no longer mounted. */
static int serve_all(void) {
    for (;;) {
        ssize_t size = read(device, request, sizeof request);
        if (size < 0) return errno == EAGAIN || errno == EINTR || errno == ENOENT;
        serve((struct fuse_in_header *) request, request + sizeof(struct fuse_in_header));
    }
}

static void end(const char *socket) {
    umount2(mounted_at, MNT_DETACH);
    unlink(socket);
    exit(0);
}

static void tell_file(struct node *node, const char *path, FILE *out) {
    fprintf(out, " [\"%s\" %llu]", path, (unsigned long long) node->now.size);
}

/* Carries out what one was told, and says what came of it. */
static void obey(FILE *out, char *line, const char *socket) {
    char *words[4] = {"", "", "", ""};
    size_t n = 0;
    for (char *word = strtok(line, " \n"); word && n < 4; word = strtok(NULL, " \n")) words[n++] = word;
    struct node *file = n > 1 ? node_at(words[1]) : NULL;
    uint64_t number = strtoull(words[n > 2 ? 2 : 1], NULL, 10);
    if (!strcmp(words[0], "where")) {
        fprintf(out, "%s", mounted_at);
    } else if (!strcmp(words[0], "cut")) {
        uint64_t kept, names;
        cuts++;
        is_off = 0;
        fprintf(out, "{:files [");
        names = lose_power(number, &kept, out);
        fprintf(out, "], :names %llu, :kept %llu}", (unsigned long long) names, (unsigned long long) kept);
    } else if (!strcmp(words[0], "flush")) {
        flush_all();
        fprintf(out, "{}");
    } else if (!strcmp(words[0], "off")) {
        is_off = 1;
        sync_what_is_due();
        fprintf(out, "{}");
    } else if (!strcmp(words[0], "full") || !strcmp(words[0], "free")) {
        is_full = words[0][1] == 'u';
        tells_that_full = strcmp(words[1], "untold") != 0;
        fprintf(out, "{:refused %llu}", (unsigned long long) refused);
    } else if (!strcmp(words[0], "slow")) {
        slow_millis = number;
        fprintf(out, "{:slowed %llu}", (unsigned long long) slowed);
    } else if (!strcmp(words[0], "files")) {
        fprintf(out, "{:files [");
        each_file(root_node(), "", tell_file, out);
        fprintf(out, "]}");
    } else if (!strcmp(words[0], "flip") && file && !S_ISDIR(file->mode) && number < file->now.size) {
        unsigned was, is, bit = atoi(words[3]) & 7;
        damage_byte(file, number, bit, &was, &is);
        fprintf(out, "{:file \"%s\", :byte %llu, :bit %u, :was %u, :is %u}", words[1], (unsigned long long) number, bit, was, is);
    } else if (!strcmp(words[0], "shorten") && file && !S_ISDIR(file->mode) && number < file->now.size) {
        uint64_t before = file->now.size;
        damage_size(file, number);
        fprintf(out, "{:file \"%s\", :was %llu, :is %llu}", words[1], (unsigned long long) before, (unsigned long long) number);
    } else if (!strcmp(words[0], "status")) {
        uint64_t files, bytes, names;
        count_unsynced(&files, &bytes, &names);
        fprintf(out, "{:unsynced {:files %llu, :bytes %llu, :names %llu}, :syncs %llu, :writes %llu, :refused %llu, :slowed %llu, :cuts %llu}",
                (unsigned long long) files, (unsigned long long) bytes, (unsigned long long) names, (unsigned long long) syncs,
                (unsigned long long) writes, (unsigned long long) refused, (unsigned long long) slowed, (unsigned long long) cuts);
    } else if (!strcmp(words[0], "end")) {
        fprintf(out, "{}");
        fclose(out);
        end(socket);
    } else {
        fprintf(out, "{:error \"no such command, file or place in it\"}");
    }
}

static void listen_to(int listening, const char *socket) {
    int caller = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
    if (caller < 0) return;
    char line[4200];
    ssize_t size = read(caller, line, sizeof line - 1);
    FILE *out = fdopen(caller, "w");
    if (size > 0 && out) {
        line[size] = 0;
        obey(out, line, socket);
    }
    if (out) fclose(out);
    else close(caller);
}

static int at_socket(const char *path, struct sockaddr_un *address) {
    *address = (struct sockaddr_un) {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address->sun_path) return -1;
    strcpy(address->sun_path, path);
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

static int failed(const char *what) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    return 1;
}

static int mount_disk(const char *directory, const char *path, uint64_t mebibytes) {
    char options[200];
    struct sockaddr_un address;
    mounted_at = directory;
    page_limit = mebibytes * ((1u << 20) / PAGE);
    new_node(S_IFDIR | 0755, getuid(), getgid());
    device = open("/dev/fuse", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (device < 0) return failed("/dev/fuse");
    int listening = at_socket(path, &address);
    unlink(path);
    if (listening < 0 || bind(listening, (struct sockaddr *) &address, sizeof address) || listen(listening, 16)) return failed(path);
    snprintf(options, sizeof options, "fd=%d,rootmode=40755,user_id=%d,group_id=%d,allow_other,default_permissions", device, getuid(), getgid());
    if (mount("godwit-disk", directory, "fuse.godwit-disk", MS_NOSUID | MS_NODEV, options)) return failed(directory);
    if (daemon(1, 0)) return failed("daemon");
    signal(SIGPIPE, SIG_IGN);
    for (;;) {
        struct pollfd waits[] = {{.fd = device, .events = POLLIN}, {.fd = listening, .events = POLLIN}};
        poll(waits, 2, slow_count ? 1 : -1);
        if (!serve_all()) end(path);
        sync_what_is_due();
        if (waits[1].revents) listen_to(listening, path);
    }
}

/* Sends a line, and copies the answer; its first bytes are left in begin. */
static int ask(const char *path, const char *line, char *begin, size_t room, FILE *out) {
    struct sockaddr_un address;
    int to = at_socket(path, &address);
    if (to < 0 || connect(to, (struct sockaddr *) &address, sizeof address)) return failed(path);
    if (write(to, line, strlen(line)) < 0) return failed(path);
    size_t all = 0;
    char bytes[4096];
    for (ssize_t size; (size = read(to, bytes, sizeof bytes)) > 0; all += size) {
        for (ssize_t i = 0; i < size && all + i < room - 1; i++) begin[all + i] = bytes[i], begin[all + i + 1] = 0;
        if (out) fwrite(bytes, 1, size, out);
    }
    close(to);
    if (out) putc('\n', out);
    return 0;
}

static int tell(int count, char **words) {
    char line[4096] = "", begin[4096] = "";
    for (int i = 1; i < count; i++) {
        strncat(line, words[i], sizeof line - strlen(line) - 3);
        strcat(line, i + 1 < count ? " " : "\n");
    }
    if (!strcmp(words[1], "cut")) {
        // What a dead program has changed in memory that was mapped has to reach the disk before it is lost.
        if (ask(words[0], "where\n", begin, sizeof begin, NULL)) return 1;
        int directory = open(begin, O_RDONLY | O_CLOEXEC);
        if (directory < 0 || syncfs(directory)) return failed(begin);
        close(directory);
    }
    return ask(words[0], line, begin, sizeof begin, stdout) || !strncmp(begin, "{:error", 7);
}

int main(int count, char **words) {
    if (count == 5 && !strcmp(words[1], "mount")) return mount_disk(words[2], words[3], strtoull(words[4], NULL, 10));
    if (count > 3 && !strcmp(words[1], "tell")) return tell(count - 2, words + 2);
    fprintf(stderr, "disk mount DIRECTORY SOCKET MIB | disk tell SOCKET WORD...\n");
    return 1;
}
