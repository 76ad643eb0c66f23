package io.mintmark.rigs;

import io.mintmark.error.Message;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * An engine's server as a separate process, which a test kills, pauses and starts again. Every
 * started process is also ended: with the test, with this JVM or, if this JVM is killed, at the
 * next start of an engine on this host.
 */
public final class EngineProcess implements AutoCloseable {

  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration END_TIMEOUT = Duration.ofSeconds(60);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final int MAX_LOG_CHARACTERS = 4_000;

  /** One file for each process: its name is the pid, its text names the owner and the process. */
  private static final Path REGISTER =
      Path.of(System.getProperty("java.io.tmpdir"), "mintmark-test-engines");

  private final Path directory;
  private final boolean temporary;
  private final List<String> command;
  private final int port;
  private List<String> prefix = List.of();
  private final Thread atExit = new Thread(this::kill);
  private Process process;

  private EngineProcess(Path directory, boolean temporary, int port, List<String> command) {
    this.directory = directory;
    this.temporary = temporary;
    this.command = List.copyOf(command);
    this.port = port;
    this.process = launch(directory, command);
  }

  /**
   * Starts a server and waits until its port answers.
   *
   * @param directory its working directory; its output goes to {@code engine.log} there
   * @param port the port on the loopback address that it listens on when it is ready
   * @param command the program and its arguments; it must stay in the foreground
   * @return the running server, which the caller closes
   * @throws AssertionError if it does not start; the message has the end of its log
   */
  public static EngineProcess start(Path directory, int port, List<String> command) {
    return start(directory, false, port, command);
  }

  /**
   * Starts a server in a new directory, which is deleted when the server is closed.
   *
   * @param name the prefix of the directory's name
   * @param port the port on the loopback address that it listens on when it is ready
   * @param command makes the program and its arguments from the directory
   * @return the running server, which the caller closes
   * @throws IOException if the directory cannot be made
   * @throws AssertionError if it does not start; the message has the end of its log
   */
  public static EngineProcess start(String name, int port, Function<Path, List<String>> command)
      throws IOException {
    Path directory = Files.createTempDirectory(name);
    return start(directory, true, port, command.apply(directory));
  }

  private static EngineProcess start(
      Path directory, boolean temporary, int port, List<String> command) {
    endOrphans();
    EngineProcess engine = new EngineProcess(directory, temporary, port, command);
    Runtime.getRuntime().addShutdownHook(engine.atExit);
    engine.awaitPort();
    return engine;
  }

  /**
   * Finds a program.
   *
   * @param names its possible names, the best first; an absolute path, or a name on the PATH
   * @return its path, or empty if this host lacks it
   */
  public static Optional<Path> find(String... names) {
    List<String> directories = new ArrayList<>(
        List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)));
    directories.addAll(List.of("/usr/bin", "/usr/sbin", "/usr/local/bin"));
    return Stream.of(names)
        .flatMap(name -> directories.stream().map(place -> Path.of(place).resolve(name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Finds a port on which no process listens. The port stays reserved until its server is up, and
   * while its server is down: the system does not assign it by itself, and no other test gets it
   * until this JVM ends.
   *
   * @return its number, at most 20,999
   * @throws AssertionError if all ports are taken
   */
  public static int freePort() {
    return FreePorts.next();
  }

  /**
   * Returns whether a port is free.
   *
   * @param port its number
   * @return whether no process listens on it
   */
  public static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns the server's port.
   *
   * @return its number, on the loopback address
   */
  public int port() {
    return port;
  }

  /**
   * Returns the server's process id.
   *
   * @return the id of the process that was started last
   */
  public long pid() {
    return process.pid();
  }

  /**
   * Returns the server's working directory.
   *
   * @return its directory
   */
  public Path directory() {
    return directory;
  }

  /** Ends the server and its children as {@code kill -9} does, and waits until they have ended. */
  public void kill() {
    if (process.isAlive()) {
      // A stopped server cannot start another child, which the kill would miss. The command ignores
      // an error, because the server may have ended already.
      ToolRun.succeed(directory, List.of("sh", "-c", "kill -STOP " + process.pid() + " || true"));
    }
    List<ProcessHandle> all = family();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(each -> each.onExit().join());
    unregister(process.pid());
  }

  /**
   * Sends the server the signal to end, as {@code kill} does, and waits until it has ended.
   *
   * @return its exit status
   * @throws AssertionError if it does not end within 60 seconds; the message has the end of its log
   */
  public int terminate() {
    process.destroy();
    try {
      process.onExit().orTimeout(END_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS).join();
    } catch (CompletionException e) {
      throw new AssertionError(
          Message.of("the engine did not end: command={}, port={}, log:\n{}", command, port, log()),
          e);
    }
    unregister(process.pid());
    return process.exitValue();
  }

  /** Starts the ended server again in its directory, and waits until it is ready. */
  public void restart() {
    process = launch(directory, Stream.concat(prefix.stream(), command.stream()).toList());
    awaitPort();
  }

  /**
   * Makes another program start the server whenever it is started again, for example {@code env},
   * which sets variables.
   *
   * @param program the program and its arguments, to which the server's command is appended
   */
  public void startedBy(List<String> program) {
    prefix = List.copyOf(program);
  }

  /**
   * Returns the server's processor time so far.
   *
   * @return the processor time of it and its children since they started
   */
  public Duration cpuTime() {
    return family().stream()
        .flatMap(each -> each.info().totalCpuDuration().stream())
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Pauses the server and its children. */
  public void pause() {
    signal("STOP");
  }

  /** Resumes the paused server. */
  public void resume() {
    signal("CONT");
  }

  /** Ends the server, and deletes its directory if it was created here. */
  @Override
  public void close() {
    kill();
    Runtime.getRuntime().removeShutdownHook(atExit);
    if (temporary) {
      ToolRun.delete(directory);
    }
  }

  private static Process launch(Path directory, List<String> command) {
    try {
      Files.createDirectories(directory);
      Process started = new ProcessBuilder(command)
          .directory(directory.toFile())
          .redirectErrorStream(true)
          .redirectOutput(
              ProcessBuilder.Redirect.appendTo(directory.resolve("engine.log").toFile()))
          .start();
      register(started);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<ProcessHandle> family() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
  }

  private void signal(String name) {
    List<String> kill = new ArrayList<>(List.of("kill", "-" + name));
    family().forEach(each -> kill.add(Long.toString(each.pid())));
    ToolRun.succeed(directory, kill);
  }

  private void awaitPort() {
    long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
    while (!answers()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        String log = log();
        kill();
        throw new AssertionError(Message.of(
            "the engine did not come up: command={}, port={}, log:\n{}", command, port, log));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns the end of its log.
   *
   * @return the end of its log
   */
  public String log() {
    try {
      String all = Files.readString(directory.resolve("engine.log"));
      return all.substring(Math.max(0, all.length() - MAX_LOG_CHARACTERS));
    } catch (IOException e) {
      return "unreadable: " + e;
    }
  }

  private static void register(Process started) throws IOException {
    Files.createDirectories(REGISTER);
    Files.writeString(
        REGISTER.resolve(Long.toString(started.pid())),
        name(ProcessHandle.current()) + " " + name(started.toHandle()));
  }

  private static void unregister(long pid) {
    try {
      Files.deleteIfExists(REGISTER.resolve(Long.toString(pid)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends servers whose JVM has ended. */
  private static synchronized void endOrphans() {
    try (Stream<Path> files = Files.list(Files.createDirectories(REGISTER))) {
      for (Path file : files.toList()) {
        String[] names = Files.exists(file) ? Files.readString(file).split(" ", 3) : new String[0];
        if (names.length == 2 && alive(names[0]).isEmpty()) {
          alive(names[1]).ifPresent(orphan -> {
            orphan.descendants().forEach(ProcessHandle::destroyForcibly);
            orphan.destroyForcibly();
          });
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Names a process by its pid and its start time, because another process may get the pid later.
   */
  private static String name(ProcessHandle process) {
    return process.pid() + "@"
        + process.info().startInstant().map(Instant::toString).orElse("");
  }

  private static Optional<ProcessHandle> alive(String name) {
    return ProcessHandle.of(Long.parseLong(name.substring(0, name.indexOf('@'))))
        .filter(each -> name(each).equals(name));
  }
}
