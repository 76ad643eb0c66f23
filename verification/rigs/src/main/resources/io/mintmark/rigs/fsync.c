/* Loaded before the C library: fsync and fdatasync fail, or take their time, as a file says. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Says whether the call is to fail, and waits here if it is to be slow. */
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
