package io.mintmark.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.mintmark.rigs.Host;
import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** What figures were measured on and with: each table says it. */
final class Conditions {

  private static final String LIBRARIES = "libraries.txt";

  private Conditions() {}

  /** All of it in some lines of Markdown. */
  static String text() throws IOException {
    return "%s; %s %s; %s. Load of the last minute: %s.%nLibraries: %s."
        .formatted(
            Host.machine(),
            System.getProperty("java.vm.name"),
            System.getProperty("java.vm.version"),
            LocalDate.now(ZoneOffset.UTC),
            Host.load(),
            String.join(", ", libraries()));
  }

  /** The other libraries, each with its version. */
  private static List<String> libraries() throws IOException {
    try (InputStream in =
        requireNonNull(Conditions.class.getResourceAsStream(LIBRARIES), LIBRARIES)) {
      return new String(in.readAllBytes(), UTF_8).lines().toList();
    }
  }
}
