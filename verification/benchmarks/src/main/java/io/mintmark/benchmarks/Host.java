package io.mintmark.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** What figures were measured on: each table says it. */
final class Host {

  private static final String LIBRARIES = "libraries.txt";
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final Path LOAD = Path.of("/proc/loadavg");

  private Host() {}

  /** All of it in some lines of Markdown. */
  static String text() throws IOException {
    return "%s; %s %s; %s.%s%nLibraries: %s."
        .formatted(
            machine(),
            System.getProperty("java.vm.name"),
            System.getProperty("java.vm.version"),
            LocalDate.now(ZoneOffset.UTC),
            load(),
            String.join(", ", libraries()));
  }

  /** This machine, as far as it says: its processor, how many of them, and the system. */
  static String machine() throws IOException {
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

  /** How much else ran, if the system says so: 1 is one processor's worth. */
  private static String load() throws IOException {
    return Files.exists(LOAD)
        ? " Load of the last minute: " + Files.readString(LOAD).split(" ", 2)[0] + "."
        : "";
  }

  /** The other libraries, each with its version. */
  static List<String> libraries() throws IOException {
    try (InputStream in = requireNonNull(Host.class.getResourceAsStream(LIBRARIES), LIBRARIES)) {
      return new String(in.readAllBytes(), UTF_8).lines().toList();
    }
  }
}
