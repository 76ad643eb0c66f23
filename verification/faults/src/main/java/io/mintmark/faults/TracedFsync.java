package io.mintmark.faults;

import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * By {@code strace}, which holds each call at the kernel's door: also of programs in Go, which ask
 * the kernel without the C library. All their other calls take longer meanwhile.
 */
final class TracedFsync implements Fsync {

  private static final String CALLS = "fsync,fdatasync";

  private final List<EngineProcess> processes;
  private final Path log;
  private @Nullable Process tracer;

  /**
   * Makes one.
   *
   * @param processes whose calls they are; all of them run when a fault begins
   * @param log a file for what strace says
   */
  TracedFsync(List<EngineProcess> processes, Path log) {
    this.processes = List.copyOf(processes);
    this.log = log;
  }

  /** Whether this host has what it takes. */
  static boolean isPossible() {
    return Programs.isRoot() && EngineProcess.find("strace").isPresent();
  }

  @Override
  public void fail() {
    trace("error=EIO");
  }

  @Override
  public void slowDown(Duration delay) {
    trace("delay_enter=" + delay.toMillis() * 1_000);
  }

  private void trace(String what) {
    List<String> command = new ArrayList<>(List.of(
        EngineProcess.find("strace").orElseThrow().toString(),
        "--follow-forks",
        "--quiet=all",
        "--output=/dev/null",
        "--trace=" + CALLS,
        "--inject=" + CALLS + ":" + what));
    processes.forEach(process -> command.add("--attach=" + process.pid()));
    try {
      tracer = new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(Redirect.appendTo(log.toFile()))
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Waiting.until(
        "strace holds all that run; what it says: " + log,
        () -> processes.stream().allMatch(process -> isTraced(process.pid())));
  }

  /** Also one that has ended, as it may as soon as it cannot write. */
  private static boolean isTraced(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
          .anyMatch(line -> line.matches("TracerPid:\\s+[1-9]\\d*|State:\\s+[ZX].*"));
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets go of those that have not ended by themselves. */
  @Override
  public void work() {
    if (tracer != null) {
      Process ending = tracer;
      ending.destroy();
      Waiting.until("strace has let go", () -> !ending.isAlive());
      tracer = null;
    }
  }
}
