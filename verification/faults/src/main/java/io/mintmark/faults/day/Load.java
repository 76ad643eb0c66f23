package io.mintmark.faults.day;

import io.mintmark.faults.Programs;
import io.mintmark.faults.Waiting;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Clients of three kinds that ask for ids all day. Each answer goes into a file by the name of its
 * generator; each request without one, and each that is refused, is judged by what goes on.
 */
final class Load implements AutoCloseable {

  private static final int CALLERS = 6;
  private static final String REDIS = "Redis protocol";
  private static final long PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  private final TimeLine timeLine;
  private final Servers servers;
  private final Access access;
  private final Path folder;
  private final Map<String, BufferedWriter> files = new LinkedHashMap<>();
  private final List<RedisProgram> redis = new ArrayList<>();
  private final HttpProgram http;
  private final List<Caller> callers = new ArrayList<>();

  /** Whoever asks by it reads; whoever closes it or opens it again writes. */
  private final ReadWriteLock javaGate = new ReentrantReadWriteLock();

  private volatile JavaProgram java;
  private volatile boolean finishing;

  Load(TimeLine timeLine, Servers servers, Access access, Path folder) throws Exception {
    this.timeLine = timeLine;
    this.servers = servers;
    this.access = access;
    this.folder = Files.createDirectories(folder);
    for (String name : Servers.NAMES) {
      open(name);
    }
    open(Servers.ADDED);
    http = new HttpProgram(servers, access);
    java = new JavaProgram(servers.addresses(), access);
    for (int i = 0; i < Servers.COUNT; i++) {
      redis.add(new RedisProgram(servers.respPort(i), access));
    }
    List<String> numbers = List.of("orders", "invoices", "users");
    for (int i = 0; i < CALLERS; i++) {
      RedisProgram own = redis.get(i % redis.size());
      callers.add(new Caller("HTTP", Servers.NAMES, http::next));
      callers.add(new Caller(REDIS, numbers, own::next));
      callers.add(new Caller("mintmark://", numbers, this::nextInJava));
    }
    callers.forEach(Thread::start);
  }

  private void open(String name) throws IOException {
    files.put(name, Files.newBufferedWriter(folder.resolve(name + ".ids")));
  }

  private String nextInJava(String name) throws Exception {
    javaGate.readLock().lock();
    try {
      return java.next(name);
    } finally {
      javaGate.readLock().unlock();
    }
  }

  /** Lets clients of both protocols ask for one more name. */
  void askFor(String name) {
    callers.stream().filter(caller -> !caller.kind.startsWith("mintmark")).forEach(caller -> {
      List<String> more = new ArrayList<>(caller.names);
      more.add(name);
      caller.names = List.copyOf(more);
    });
  }

  /**
   * How many requests can be on their way to one server: each caller has one, and those of the
   * Redis protocol are shared out among the servers.
   */
  int mostInFlight() {
    int ofRedis =
        (int) callers.stream().filter(caller -> caller.kind.equals(REDIS)).count();
    int evenly = (ofRedis + Servers.COUNT - 1) / Servers.COUNT;
    return callers.size() - ofRedis + evenly;
  }

  /** Redis clients show the new token; the others read its file. */
  void takeNewToken() {
    redis.forEach(RedisProgram::logIn);
  }

  /** Ends the program that makes ids itself, lets something be done, and starts it again. */
  void withoutJavaProgram(Task task) throws Exception {
    javaGate.writeLock().lock();
    try {
      java.close();
      task.run();
      java = new JavaProgram(servers.addresses(), access);
    } finally {
      javaGate.writeLock().unlock();
    }
  }

  /** Waits until each caller has an answer for each of its names, and no fault between. */
  void awaitAnswers() {
    callers.forEach(caller -> caller.inARow.set(0));
    for (Caller caller : callers) {
      Waiting.until(
          caller.kind + " has its answers", () -> caller.inARow.get() >= caller.names.size());
    }
  }

  /** Ends all clients, and has {@code mintmark verify} look for ids that came twice. */
  void finish() throws Exception {
    finishing = true;
    for (Caller caller : callers) {
      caller.join();
    }
    for (Map.Entry<String, BufferedWriter> file : files.entrySet()) {
      file.getValue().close();
      try {
        String said =
            Programs.mintmark("verify", folder.resolve(file.getKey() + ".ids").toString());
        timeLine.note(file.getKey() + ": " + said.lines().findFirst().orElse("no ids"));
      } catch (IllegalStateException e) {
        timeLine.found("ids repeat: name=" + file.getKey() + ", " + e.getMessage());
      }
    }
  }

  @Override
  public void close() {
    finishing = true;
    redis.forEach(RedisProgram::close);
    http.close();
    java.close();
  }

  /** Something that takes time and may fail. */
  @FunctionalInterface
  interface Task {
    void run() throws Exception;
  }

  /** Asks by a client. */
  @FunctionalInterface
  private interface Ask {
    String next(String name) throws Exception;
  }

  /** A thread of a client. */
  private final class Caller extends Thread {

    private final String kind;
    private final Ask ask;
    private final AtomicInteger inARow = new AtomicInteger();
    private volatile List<String> names;

    Caller(String kind, List<String> names, Ask ask) {
      super("caller-" + kind);
      this.kind = kind;
      this.names = names;
      this.ask = ask;
      setDaemon(true);
    }

    @Override
    public void run() {
      for (int i = 0; !finishing; i++) {
        once(names.get(i % names.size()));
        LockSupport.parkNanos(PACE_NANOS);
      }
    }

    private void once(String name) {
      Step begun = timeLine.now();
      try {
        String id = ask.next(name);
        keep(name, id);
        timeLine.now().answered().increment();
        inARow.incrementAndGet();
      } catch (Client.NotSentException e) {
        inARow.set(0);
      } catch (Client.RefusedException e) {
        inARow.set(0);
        Step ended = timeLine.now();
        ended.refused().increment();
        if (!begun.allowsRefusals() && !ended.allowsRefusals()) {
          timeLine.found("a request was refused: " + kind + " " + name + ": " + e.getMessage());
        }
      } catch (Exception e) {
        inARow.set(0);
        if (!timeLine.now().loses(System.nanoTime())) {
          timeLine.found("a request has no answer: " + kind + " " + name + ": " + e);
        }
      }
    }

    private void keep(String name, String id) throws IOException {
      BufferedWriter file = Objects.requireNonNull(files.get(name), name);
      synchronized (file) {
        file.write(id);
        file.newLine();
      }
    }
  }
}
