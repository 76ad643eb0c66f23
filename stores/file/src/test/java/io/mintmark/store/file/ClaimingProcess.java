package io.mintmark.store.file;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.LongRange;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A separate JVM that claims on a store until it is killed. It prints {@code open}, and then {@code
 * LINE START END} for each answered claim.
 */
final class ClaimingProcess implements AutoCloseable {

  static final String URL = "http://127.0.0.1:7600/";
  static final int THREADS = 4;

  private static final long DEADLINE_SECONDS = 60;

  private final Process process;
  private final BufferedReader output;
  private final List<String> refusals = new ArrayList<>();

  private ClaimingProcess(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  /** A claim that was answered. */
  record Answer(String line, LongRange range) {}

  static ClaimingProcess start(Path directory, String... prefix) {
    List<String> command = new ArrayList<>(List.of(prefix));
    command.addAll(List.of(
        ProcessHandle.current().info().command().orElseThrow(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("java.class.path"),
        ClaimingProcess.class.getName(),
        directory.toString()));
    try {
      Process process = new ProcessBuilder(command)
          .redirectError(ProcessBuilder.Redirect.INHERIT)
          .start();
      CompletableFuture.delayedExecutor(DEADLINE_SECONDS, TimeUnit.SECONDS)
          .execute(process.toHandle()::destroyForcibly);
      return new ClaimingProcess(process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long pid() {
    return process.pid();
  }

  /** Reads the next line of the process; null if it has ended and all lines are read. */
  @Nullable
  String readLine() {
    try {
      return output.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the next answer; empty if the process has ended and all complete answers are read. */
  Optional<Answer> readAnswer() {
    String said = readLine();
    while (said != null && said.startsWith("refused ")) {
      refusals.add(said);
      said = readLine();
    }
    if (said == null || !said.endsWith(";")) {
      return Optional.empty();
    }
    String[] words = said.substring(0, said.length() - 1).split(" ", 3);
    LongRange range = new LongRange(Long.parseLong(words[1]), Long.parseLong(words[2]));
    return Optional.of(new Answer(words[0], range));
  }

  /** Returns the refusals that {@link #readAnswer} has read. */
  List<String> refusals() {
    return refusals;
  }

  /** Ends the process as {@code kill -9} does, and waits for its end. */
  void kill() {
    // Through the handle, because destroying the process itself would close its output unread.
    process.toHandle().destroyForcibly();
    process.onExit().join();
  }

  @Override
  public void close() {
    kill();
  }

  /**
   * The program of the child JVM. Each thread claims on a line that all threads share, and on its
   * own line.
   */
  public static void main(String[] arguments) {
    FileStore store;
    try {
      store = FileStore.open(Path.of(arguments[0]));
    } catch (StoreUnavailableException e) {
      System.out.println("refused " + e.getMessage());
      return;
    }
    store.publish(URL);
    System.out.println("open");
    for (int i = 0; i < THREADS; i++) {
      int index = i;
      new Thread(() -> claimForever(store, "own/" + index)).start();
    }
  }

  private static void claimForever(FileStore store, String own) {
    while (true) {
      try {
        say("shared", store.claim("shared", 0, 3), 3);
        say(own, store.claim(own, 0, 1), 1);
      } catch (StoreUnavailableException e) {
        System.out.println("refused " + e.getMessage());
        return;
      }
    }
  }

  /** Prints an answer with a mark at its end, because a kill may cut the last line. */
  private static void say(String line, long start, long count) {
    System.out.println(line + " " + start + " " + (start + count) + ";");
  }
}
