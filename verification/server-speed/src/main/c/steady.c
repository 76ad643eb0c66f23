/*
 * Asks a server over HTTP at a steady rate, whatever the answers do, and prints how long they took,
 * in nanoseconds: the half, 99 of 100 and 999 of 1,000 of them at most, and 99 of 100 in the median
 * tenth of a second. That last one tells what is usual from what a machine does now and then.
 *
 * An answer's time counts from when its request was due, not from when it was sent: else a server
 * that stops for a second would have one slow answer rather than a second's worth of them. It never
 * sleeps, as to be woken takes longer than an answer does, but leaves its processor to whoever else
 * waits for it. Every time is kept, so nothing is rounded.
 */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define CONNECTIONS 16
#define MAX_ANSWER_BYTES 4096
#define NANOS 1000000000L
#define TENTHS 10

/* One request at a time; those that are due meanwhile wait for it. */
struct connection {
  int descriptor;
  long due, answered;
  size_t length;
  char answer[MAX_ANSWER_BYTES];
};

static struct sockaddr_in server = {.sin_family = AF_INET};
static char request[MAX_ANSWER_BYTES];
static int epoll;

_Noreturn static void die(const char *what) {
  perror(what);
  exit(1);
}

_Noreturn static void fail(const char *what, const struct connection *from) {
  fprintf(stderr, "%s: %.*s\n", what, (int)from->length, from->answer);
  exit(1);
}

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * NANOS + time.tv_nsec;
}

static void open_to_server(struct connection *connection) {
  int on = 1;
  struct epoll_event readable = {.events = EPOLLIN, .data.ptr = connection};
  connection->descriptor = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(connection->descriptor, (struct sockaddr *)&server, sizeof server)) die("connect");
  setsockopt(connection->descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, connection->descriptor, &readable)) die("epoll_ctl");
}

static void ask(const struct connection *connection) {
  ssize_t length = strlen(request);
  if (write(connection->descriptor, request, length) != length) die("write");
}

static int ends_with(const struct connection *connection, const char *end) {
  size_t length = strlen(end);
  return connection->length >= length &&
         !memcmp(connection->answer + connection->length - length, end, length);
}

/* Whether an answer is whole: it ends as it is, or as the last of several chunks. */
static int answered(struct connection *connection) {
  static const char fine[] = "HTTP/1.1 200";
  ssize_t got = read(connection->descriptor, connection->answer + connection->length,
                     MAX_ANSWER_BYTES - connection->length - 1);
  if (got <= 0) fail("the server closed the connection in the middle of an answer", connection);
  connection->length += got;
  connection->answer[connection->length] = 0;
  if (connection->length >= strlen(fine) && memcmp(connection->answer, fine, strlen(fine)))
    fail("the server answered with a fault", connection);
  return ends_with(connection, "\"]}") || ends_with(connection, "\"]}\r\n0\r\n\r\n");
}

/* Goes on with what was due meanwhile, on a new connection where the server ends this one. */
static void go_on(struct connection *connection) {
  connection->answered++;
  connection->length = 0;
  if (strstr(connection->answer, "Connection: close")) {
    close(connection->descriptor);
    open_to_server(connection);
  }
  if (connection->due > connection->answered) ask(connection);
}

/* Makes so many requests, so far apart, and keeps each one's time. */
static void run(long requests, double interval, long *times) {
  static struct connection connections[CONNECTIONS];
  struct epoll_event events[CONNECTIONS];
  for (int i = 0; i < CONNECTIONS; i++) open_to_server(&connections[i]);
  long start = now(), asked = 0, done = 0;
  while (done < requests) {
    for (long time = now(); asked < requests && start + asked * interval <= time; asked++) {
      struct connection *next = &connections[asked % CONNECTIONS];
      if (next->due++ == next->answered) ask(next);
    }
    int ready = epoll_wait(epoll, events, CONNECTIONS, 0);
    if (!ready) sched_yield();
    for (int i = 0; i < ready; i++) {
      struct connection *from = events[i].data.ptr;
      if (!answered(from)) continue;
      long which = from->answered * CONNECTIONS + (from - connections);
      times[which] = now() - start - (long)(which * interval);
      go_on(from);
      done++;
    }
  }
}

static int by_size(const void *left, const void *right) {
  long first = *(const long *)left, second = *(const long *)right;
  return (first > second) - (first < second);
}

static void sort(long *times, long count) { qsort(times, count, sizeof *times, by_size); }

/* What so large a share of sorted times is at most. */
static long percentile(const long *sorted, long count, double share) {
  return sorted[(long)((count - 1) * share)];
}

int main(int arguments, char **argument) {
  double rate = arguments == 5 ? atof(argument[3]) : 0;
  long tenth = rate / TENTHS, tenths = arguments == 5 ? atol(argument[4]) * TENTHS : 0;
  if (tenth < 1 || tenths < 1) {
    fprintf(stderr, "usage: steady PORT PATH REQUESTS-A-SECOND SECONDS\n");
    return 2;
  }
  server.sin_port = htons(atoi(argument[1]));
  server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  snprintf(request, sizeof request, "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", argument[2]);
  epoll = epoll_create1(0);
  long requests = tenth * tenths;
  long *times = calloc(requests, sizeof *times), *usual = calloc(tenths, sizeof *usual);
  if (!times || !usual) die("calloc");
  run(requests, NANOS / rate, times);
  for (long i = 0; i < tenths; i++) {
    sort(times + i * tenth, tenth);
    usual[i] = percentile(times + i * tenth, tenth, 0.99);
  }
  sort(times, requests);
  sort(usual, tenths);
  printf("%ld %ld %ld %ld\n", percentile(times, requests, 0.5), percentile(times, requests, 0.99),
         percentile(times, requests, 0.999), percentile(usual, tenths, 0.5));
  return 0;
}
