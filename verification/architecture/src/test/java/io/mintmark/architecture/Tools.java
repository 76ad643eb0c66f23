package io.mintmark.architecture;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Programs of this machine that examples call. */
final class Tools {

  private Tools() {}

  /** Skips the test that asks if one is missing, and says which. */
  static void assumeAreThere(String... programs) {
    for (String program : programs) {
      assumeTrue(isThere(program), "needs " + program + " on the path");
    }
  }

  private static boolean isThere(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
