/*
 * Clocks of single processes that run fast, slow or at another time of day, without touching the machine's: to be preloaded
 * (LD_PRELOAD) into a JVM on Linux. Which processes, and how, is said by a file that the test writes, GODWIT_CLOCKS; it has a slot
 * for each member, and a process finds its own by the word member-N among its arguments. Who has no slot has true clocks.
 *
 * CLOCK_MONOTONIC runs at the slot's rate, and never jumps, whatever the rate becomes. CLOCK_REALTIME is off by the slot's offset.
 * What waits until a time of these clocks is told the true time: otherwise a JVM would sleep too long or not at all.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SLOTS 64
#define SECOND 1000000000LL
/* No machine runs for thirty years: later deadlines are times of day. */
#define EPOCH (SECOND * 86400 * 365 * 30)

struct slot {
    double rate;            /* written by the test; 0 stands for 1 */
    int64_t offset;         /* written by the test: nanoseconds that the time of day is off */
    double applied_rate;    /* written by the process, to be read back */
    int64_t applied_offset;
};

static int (*true_gettime)(clockid_t, struct timespec *);
static int (*true_timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
static volatile struct slot *mine;
/* At the true time `from` the clock said `said`, and runs at `rate` since. */
static atomic_flag lock = ATOMIC_FLAG_INIT;
static int64_t from, said;
static double rate = 1;

static int64_t nanos(const struct timespec *t) { return t->tv_sec * SECOND + t->tv_nsec; }

static void set(struct timespec *t, int64_t n) {
    t->tv_sec = n / SECOND;
    t->tv_nsec = n % SECOND;
}

/* The number behind member- among the arguments, or -1. */
static int slot_of_process(void) {
    char text[65536];
    int file = open("/proc/self/cmdline", O_RDONLY);
    ssize_t size = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    if (size <= 0) return -1;
    for (ssize_t i = 0; i < size; i++) {
        if (text[i] == 0) text[i] = ' ';
    }
    text[size] = 0;
    char *word = strstr(text, "/member-");
    return word ? atoi(word + strlen("/member-")) : -1;
}

__attribute__((constructor)) static void begin(void) {
    true_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    /* The version with all clocks, not the oldest one that there is. */
    true_timedwait = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
    if (!true_timedwait) true_timedwait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    const char *path = getenv("GODWIT_CLOCKS");
    int slot = slot_of_process();
    if (!path || slot < 0 || slot >= SLOTS) return;
    int file = open(path, O_RDWR);
    if (file < 0) return;
    void *page = mmap(NULL, SLOTS * sizeof(struct slot), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (page == MAP_FAILED) return;
    struct timespec now;
    true_gettime(CLOCK_MONOTONIC, &now);
    from = said = nanos(&now);
    mine = (volatile struct slot *) page + slot;
}

static void enter(void) { while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) { } }
static void leave(void) { atomic_flag_clear_explicit(&lock, memory_order_release); }

/* What the process's monotonic clock says at a true time; a new rate counts from then on. */
static int64_t told(int64_t now) {
    enter();
    double wanted = mine->rate > 0 ? mine->rate : 1;
    if (now < from) now = from;
    if (wanted != rate) {
        said += (int64_t) ((now - from) * rate);
        from = now;
        rate = wanted;
    }
    int64_t result = said + (int64_t) ((now - from) * rate);
    leave();
    mine->applied_rate = wanted;
    return result;
}

/* When the process's monotonic clock will say a time. */
static int64_t when(int64_t time) {
    enter();
    int64_t result = from + (int64_t) ((time - said) / rate);
    leave();
    return result;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!true_gettime) true_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    int result = true_gettime(clock, time);
    if (result || !mine) return result;
    if (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_BOOTTIME) {
        set(time, told(nanos(time)));
    } else if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) {
        int64_t offset = mine->offset;
        mine->applied_offset = offset;
        set(time, nanos(time) + offset);
    }
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void) zone;
    struct timespec now;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return result;
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until) {
    if (!mine) return true_timedwait(condition, mutex, until);
    int64_t deadline = nanos(until);
    struct timespec truly;
    set(&truly, deadline > EPOCH ? deadline - mine->offset : when(deadline));
    return true_timedwait(condition, mutex, &truly);
}
