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
 * A JVM of its own that claims on a store until it is killed, and says on its output what it was
 * answered: {@code open}, then {@code LINE START END} for each claim.
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

  /** Reads what the process said next; null when it has ended and all is read. */
  @Nullable
  String readLine() {
    try {
      return output.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the next answer; empty when the process has ended and all whole answers are read. */
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

  /** What else {@link #readAnswer} came across. */
  List<String> refusals() {
    return refusals;
  }

  /** As {@code kill -9} does; returns when the process is gone. */
  void kill() {
    // Through the handle, as destroying the process itself would close its output unread.
    process.toHandle().destroyForcibly();
    process.onExit().join();
  }

  @Override
  public void close() {
    kill();
  }

  /** What runs in the other JVM; each thread claims on a line that all share and on its own. */
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

  /** Ends with a mark, as a kill may cut the last line. */
  private static void say(String line, long start, long count) {
    System.out.println(line + " " + start + " " + (start + count) + ";");
  }
}
