package io.mintmark.example.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.condition.OS.WINDOWS;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the script that starts the examples. It runs in a temporary directory, with fake commands
 * {@code mvn} and {@code java} that print their arguments.
 */
@DisabledOnOs(value = WINDOWS, disabledReason = "needs a POSIX shell")
final class RunScriptTest {

  private static final long MAX_SECONDS = 30;

  @TempDir
  private Path tree;

  private Path source;

  @BeforeEach
  void layOut() throws IOException {
    source = Files.createDirectories(tree.resolve("core/src/main")).resolve("Any.java");
    Files.createFile(source);
    Files.createDirectories(tree.resolve("examples/sharded-orders"));
    Files.copy(Path.of("run"), tree.resolve("examples/sharded-orders/run"));
    Files.copy(Path.of("../start"), tree.resolve("examples/start"));
    script(tree.resolve("bin/mvn"));
    script(tree.resolve("bin/java"));
  }

  private static void script(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\necho \"${0##*/} $*\"\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private List<String> run(String... arguments) throws IOException, InterruptedException {
    Path output = tree.resolve("output");
    ProcessBuilder script = new ProcessBuilder("examples/sharded-orders/run")
        .directory(tree.toFile())
        .redirectOutput(output.toFile())
        .redirectError(ProcessBuilder.Redirect.DISCARD);
    script.command().addAll(List.of(arguments));
    script.environment().put("JAVA_HOME", tree.toString());
    script
        .environment()
        .merge(
            "PATH",
            tree.resolve("bin").toString(),
            (path, first) -> first + File.pathSeparator + path);
    Process running = script.start();
    assertThat(running.waitFor(MAX_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(running.exitValue()).isZero();
    return Files.readAllLines(output);
  }

  @Test
  void run_firstTime_buildsThenStarts() throws IOException, InterruptedException {
    assertThat(run("--orders", "40"))
        .satisfiesExactly(
            maven -> assertThat(maven).matches("mvn .* -pl examples/sharded-orders -am package"),
            java -> assertThat(java)
                .matches("java .*-jar target/mintmark-example-sharded-orders.jar --orders 40"));
  }

  @Test
  void run_again_startsAtOnce() throws IOException, InterruptedException {
    run();

    assertThat(run()).singleElement().asString().startsWith("java ");
  }

  @Test
  void run_afterAChangeOfSources_buildsAgain() throws IOException, InterruptedException {
    run();
    Files.setLastModifiedTime(source, FileTime.from(Instant.parse("2126-11-21T00:00:00Z")));

    assertThat(run()).hasSize(2);
  }
}
