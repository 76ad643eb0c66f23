/*
 * Answers every request with the same bytes, over HTTP on one port and over Redis's protocol on
 * another. It parses nothing, makes nothing and stores nothing, so its speed is about the limit of
 * the machine and the client. Each port has a thread for each processor.
 *
 * Requests are only counted: over HTTP by the empty line after each header, over Redis's protocol
 * by the asterisk before each command.
 */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_DESCRIPTORS 4096
#define MAX_READ_BYTES 65536
#define MAX_EVENTS 64

struct protocol {
  int port;
  const char *request_end;
  const char *answer;
};

_Noreturn static void die(const char *what) {
  perror(what);
  exit(1);
}

static int listen_on(int port) {
  int on = 1;
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  setsockopt(listener, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 512))
    die("listen");
  return listener;
}

static void watch(int epoll, int descriptor) {
  struct epoll_event readable = {.events = EPOLLIN, .data.fd = descriptor};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &readable)) die("epoll_ctl");
}

/* Counts the requests that end in these bytes. `seen` is the length of the part of an end that the
 * bytes before them contained. */
static int count(const char *bytes, ssize_t length, const char *end, int *seen) {
  int ends = 0;
  for (ssize_t i = 0; i < length; i++) {
    *seen = bytes[i] == end[*seen] ? *seen + 1 : bytes[i] == end[0];
    if (!end[*seen]) {
      ends++;
      *seen = 0;
    }
  }
  return ends;
}

static void *serve(void *argument) {
  const struct protocol *protocol = argument;
  size_t length = strlen(protocol->answer);
  char *in = malloc(MAX_READ_BYTES), *out = malloc(MAX_READ_BYTES * length);
  int *seen = calloc(MAX_DESCRIPTORS, sizeof *seen);
  int listener = listen_on(protocol->port), epoll = epoll_create1(0), on = 1;
  struct epoll_event events[MAX_EVENTS];
  watch(epoll, listener);
  for (;;) {
    int ready = epoll_wait(epoll, events, MAX_EVENTS, -1);
    for (int i = 0; i < ready; i++) {
      int from = events[i].data.fd;
      if (from == listener) {
        int client = accept(listener, NULL, NULL);
        if (client < 0 || client >= MAX_DESCRIPTORS) die("accept");
        setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        seen[client] = 0;
        watch(epoll, client);
        continue;
      }
      ssize_t got = read(from, in, MAX_READ_BYTES);
      int asked = got > 0 ? count(in, got, protocol->request_end, &seen[from]) : 0;
      for (int j = 0; j < asked; j++) memcpy(out + j * length, protocol->answer, length);
      if (got <= 0 || write(from, out, asked * length) < 0) close(from);
    }
  }
}

int main(int arguments, char **argument) {
  if (arguments != 3) {
    fprintf(stderr, "usage: nothing HTTP-PORT REDIS-PORT\n");
    return 2;
  }
  struct protocol both[] = {
      {atoi(argument[1]), "\r\n\r\n",
       "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 31\r\n\r\n"
       "{\"ids\":[\"1234567890123456789\"]}"},
      {atoi(argument[2]), "*", ":1234567890\r\n"}};
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  pthread_t thread;
  for (long i = 0; i < processors; i++)
    for (int j = 0; j < 2; j++)
      if (pthread_create(&thread, NULL, serve, &both[j])) die("pthread_create");
  pthread_join(thread, NULL);
  return 0;
}
