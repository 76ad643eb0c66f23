package io.mintmark.concurrency;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs all duels with jcstress in a separate process, in its sanity mode. Each duel gets a quarter
 * of a second instead of a single try. HACKING.md has the command line of longer runs.
 */
@Tag("long")
final class JcstressTest {

  private static final String OPTIONS =
      "-v -m sanity -sc false -jvmArgs -Xmx256m -time 3500 -strideSize 256 -strideCount 16 -r .";
  private static final long MAX_MINUTES = 10;
  private static final Pattern RESULTS = Pattern.compile(
      "\\(Results: ([1-9]\\d*) planned; (\\d+) passed, \\d+ failed, \\d+ soft errs, \\d+ hard");

  @Test
  void races_underJcstress_haveNoForbiddenOutcome() throws IOException, InterruptedException {
    Path folder = Files.createDirectories(Path.of("target", "jcstress"));
    Path output = folder.resolve("output.txt");
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        "org.openjdk.jcstress.Main"));
    command.addAll(List.of(OPTIONS.split(" ")));
    Process jcstress = new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
    try {
      assertThat(jcstress.waitFor(MAX_MINUTES, TimeUnit.MINUTES))
          .as("ends within %s minutes, see %s", MAX_MINUTES, output)
          .isTrue();
    } finally {
      jcstress.descendants().forEach(ProcessHandle::destroyForcibly);
      jcstress.destroyForcibly();
    }

    String text = Files.readString(output, UTF_8);
    MatchResult last =
        RESULTS.matcher(text).results().reduce((first, second) -> second).orElseThrow();
    assertThat(jcstress.exitValue()).as("exit code, see %s", output).isZero();
    assertThat(last.group(2))
        .as("passed, of those planned, see %s", output)
        .isEqualTo(last.group(1));
  }
}
