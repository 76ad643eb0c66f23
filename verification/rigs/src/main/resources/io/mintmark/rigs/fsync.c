/* Loaded before the C library: fsync and fdatasync fail or take longer, if a file requires this. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns whether the call must fail. If the call must be slow, waits before it returns. */
static int fails(void) {
  const char *name = getenv("MINTMARK_FSYNC");
  FILE *file = name ? fopen(name, "re") : NULL;
  char text[32] = "";
  if (file) {
    if (!fgets(text, sizeof text, file)) text[0] = 0;
    fclose(file);
  }
  if (strncmp(text, "slow ", 5) == 0) usleep(1000u * (useconds_t)atoi(text + 5));
  return strcmp(text, "fail") == 0;
}

static int sync_unless_told(const char *real, int descriptor) {
  if (fails()) {
    errno = EIO;
    return -1;
  }
  return ((int (*)(int))dlsym(RTLD_NEXT, real))(descriptor);
}

int fsync(int descriptor) { return sync_unless_told("fsync", descriptor); }

int fdatasync(int descriptor) { return sync_unless_told("fdatasync", descriptor); }
