package io.mintmark.rigs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine that this program runs on, for readers of figures that were measured on it. */
public final class Host {

  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final Path LOAD = Path.of("/proc/loadavg");

  private Host() {}

  /**
   * Describes this machine, as far as the system does.
   *
   * @return the number and kind of its processors, and the system
   * @throws IOException if the system's files cannot be read
   */
  public static String machine() throws IOException {
    String processor = Files.exists(PROCESSORS)
        ? Files.readAllLines(PROCESSORS).stream()
            .filter(line -> line.startsWith("model name"))
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .findFirst()
            .orElse(System.getProperty("os.arch"))
        : System.getProperty("os.arch");
    return "%d processors, %s, %s %s"
        .formatted(
            Runtime.getRuntime().availableProcessors(),
            processor,
            System.getProperty("os.name"),
            System.getProperty("os.version"));
  }

  /**
   * Returns how much other work was running.
   *
   * @return the load of the last minute, where 1 is one processor's worth; {@code unknown} if the
   *     system does not report it
   * @throws IOException if the system's files cannot be read
   */
  public static String load() throws IOException {
    return Files.exists(LOAD) ? Files.readString(LOAD).split(" ", 2)[0] : "unknown";
  }
}
