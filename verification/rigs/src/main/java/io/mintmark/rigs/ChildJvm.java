package io.mintmark.rigs;

import io.mintmark.error.Message;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A separate JVM that runs a class of the test's class path, for faults that this JVM must not
 * have. The test and the class exchange lines: {@link #tell} writes to the child's standard input,
 * {@link #hear} reads its standard output. The child's standard error appears in the test's.
 *
 * <p>{@link #close} kills the child. A child's {@code main} should end when its standard input
 * does, so that it does not outlive a test that was killed.
 */
public final class ChildJvm implements AutoCloseable {

  /** How long {@link #hear} waits. */
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final Writer input;
  private final BlockingQueue<Optional<String>> said = new LinkedBlockingQueue<>();

  private ChildJvm(Process process) {
    this.process = process;
    this.input = process.outputWriter(StandardCharsets.UTF_8);
    Thread reader = new Thread(this::read, "child-" + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Describes a child that runs a class.
   *
   * @param main the class, which has a {@code main}
   * @param arguments the arguments of its {@code main}
   * @return the description, which starts it
   */
  public static Setup of(Class<?> main, String... arguments) {
    return new Setup(main, List.of(arguments));
  }

  /**
   * Sends a line to the child.
   *
   * @param line the next line of its standard input
   */
  public void tell(String line) {
    try {
      input.write(line + "\n");
      input.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits for the next line that the child writes.
   *
   * @return the line
   * @throws AssertionError if the child ends, or writes nothing within {@link #PATIENCE}
   */
  public String hear() {
    return hearOrEnd()
        .orElseThrow(() -> new AssertionError(Message.of("the child ended: pid={}", pid())));
  }

  /**
   * Waits for the next line that the child writes, or for its end.
   *
   * @return the line, or empty when it has ended and all lines were read
   * @throws AssertionError if it writes nothing within {@link #PATIENCE}
   */
  public Optional<String> hearOrEnd() {
    try {
      Optional<String> line = said.poll(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
      if (line == null) {
        throw new AssertionError(
            Message.of("the child writes nothing: pid={}, waited={}", pid(), PATIENCE));
      }
      if (line.isEmpty()) {
        said.add(line);
      }
      return line;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /**
   * Returns the lines that the child has written and the test has not read yet, without waiting.
   *
   * @return whole lines
   */
  public List<String> heard() {
    List<String> lines = new ArrayList<>();
    while (said.peek() != null && said.peek().isPresent()) {
      said.remove().ifPresent(lines::add);
    }
    return lines;
  }

  /**
   * Waits for the child's end.
   *
   * @return all lines that were not read yet
   * @throws AssertionError if it neither writes anything nor ends within {@link #PATIENCE}
   */
  public List<String> hearToTheEnd() {
    return Stream.generate(this::hearOrEnd)
        .takeWhile(Optional::isPresent)
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * Returns whether the child runs.
   *
   * @return false once it has ended
   */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Returns the id of the process.
   *
   * @return its id
   */
  public long pid() {
    return process.pid();
  }

  /** Ends the child as {@code kill -9} does. Its output can still be read. */
  @Override
  public void close() {
    // Through the handle, because destroying the process itself would close its output unread.
    process.toHandle().destroyForcibly();
    process.onExit().join();
  }

  private void read() {
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        said.add(Optional.of(line));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      said.add(Optional.empty());
    }
  }

  /** The settings with which a child is started. */
  public static final class Setup {

    private final Class<?> main;
    private final List<String> arguments;
    private final List<String> prefix = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private Consumer<ProcessBuilder> changes = process -> {};

    private Setup(Class<?> main, List<String> arguments) {
      this.main = main;
      this.arguments = arguments;
    }

    /**
     * Adds options of the JVM.
     *
     * @param more for example {@code -Xmx64m}
     * @return this
     */
    public Setup options(String... more) {
      options.addAll(List.of(more));
      return this;
    }

    /**
     * Makes another program start the JVM.
     *
     * @param command that program and its arguments, for example from {@link ThreadLimit#prefix}
     * @return this
     */
    public Setup startedBy(List<String> command) {
      prefix.addAll(0, command);
      return this;
    }

    /**
     * Changes the process before it starts.
     *
     * @param change for example {@link FaultyDisk#preload}
     * @return this
     */
    public Setup with(Consumer<ProcessBuilder> change) {
      changes = changes.andThen(change);
      return this;
    }

    /**
     * Starts the child.
     *
     * @return the running child, which the caller closes
     */
    public ChildJvm start() {
      List<String> command = new ArrayList<>(prefix);
      command.add(ProcessHandle.current().info().command().orElseThrow());
      // The class's lines go to standard output, so the JVM's own warnings must go elsewhere.
      command.addAll(List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xlog:disable",
          "-Xlog:all=warning:stderr"));
      command.addAll(options);
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
      command.addAll(arguments);
      ProcessBuilder process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
      changes.accept(process);
      try {
        return new ChildJvm(process.start());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
