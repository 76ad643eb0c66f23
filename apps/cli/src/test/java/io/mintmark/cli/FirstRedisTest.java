package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.ToolRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the first id of the command line on a Redis that Mintmark has never used. */
@Tag("long")
final class FirstRedisTest {

  @TempDir
  Path directory;

  private EngineProcess redis;

  @BeforeEach
  void start() throws Exception {
    Path program = EngineProcess.find("redis-server").orElse(null);
    Assumptions.assumeTrue(program != null, "needs redis-server on the PATH");
    int port = EngineProcess.freePort();
    List<String> command =
        List.of(String.valueOf(program), "--port", "" + port, "--bind", "127.0.0.1");
    redis = EngineProcess.start(Files.createDirectory(directory.resolve("redis")), port, command);
  }

  @AfterEach
  void end() {
    if (redis != null) {
      redis.close();
    }
  }

  /** Runs the command like the launcher, with standard error on a terminal. */
  private ToolRun next(String parameters) throws Exception {
    Path config =
        Files.writeString(directory.resolve("m.yaml"), "generators:\n  users: {type: snowflake}\n");
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-D" + Logging.PROPERTY + "=" + Logging.class.getName(),
        "-Dmintmark.terminal=2",
        "-cp",
        System.getProperty("java.class.path"),
        Main.class.getName()));
    command.addAll(List.of("next", "users", "--config", config.toString(), "--store"));
    command.add("redis://127.0.0.1:" + redis.port() + parameters);
    return ToolRun.of(new ProcessBuilder(command).directory(directory.toFile()), "");
  }

  @Test
  void next_redisNeverUsed_showsTheWaitItsReasonAndTheRemedyAndPrintsAnId() throws Exception {
    ToolRun run = next("");

    assertThat(run.exitValue()).as(run.errors()).isZero();
    assertThat(run.output()).matches("[1-9][0-9]{17}\n");
    assertThat(run.errors())
        .contains("waiting for a worker number: 1 s left")
        .containsPattern("waiting for a worker number: 1[0-9] s left")
        .containsOnlyOnce("the store may have forgotten claims, because it started,")
        .containsPattern("or is new to Mintmark: agoMs=\\d+, lines=worker/users/")
        .containsPattern("worker numbers can be taken in 1[0-9] s, generators without a worker")
        .contains("if this store was never used before, new=true in its URL"
            + " (declareNew() in Java) avoids the wait");
  }

  @Test
  void next_declaredNew_doesNotWait() throws Exception {
    ToolRun run = next("?new=true");

    assertThat(run.exitValue()).as(run.errors()).isZero();
    assertThat(run.output()).matches("[1-9][0-9]{17}\n");
    assertThat(run.errors()).doesNotContain("waiting", "forgotten claims");
  }
}
