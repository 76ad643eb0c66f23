package io.mintmark.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.ChildJvm;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests twenty processes that make ids of one table at the same time, and claim from one Redis.
 * Whether MyBatis-Plus' own generator repeats ids in this case depends on the process ids. The
 * shop's {@code TwentyCopiesTest} shows this with equal process ids.
 */
@Tag("long")
class TwentyProcessesTest {

  private static final int COPIES = 20;
  private static final int ROWS = 50_000;

  @Test
  void ids_ofTwentyProcesses_neverRepeat(@TempDir Path directory) throws IOException {
    Optional<Path> program = EngineProcess.find("redis-server");
    Assumptions.assumeTrue(program.isPresent(), "needs redis-server on this host");
    int port = EngineProcess.freePort();
    List<String> command = List.of(
        program.orElseThrow().toString(),
        "--port",
        Integer.toString(port),
        "--bind",
        "127.0.0.1",
        "--appendonly",
        "yes",
        "--appendfsync",
        "always");
    List<ChildJvm> copies = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    try (EngineProcess redis = EngineProcess.start(directory, port, command)) {
      for (int copy = 0; copy < COPIES; copy++) {
        files.add(directory.resolve("copy-" + copy));
        copies.add(ChildJvm.of(
                CopyOfApplication.class,
                "redis://127.0.0.1:" + redis.port(),
                files.get(copy).toString(),
                Integer.toString(ROWS))
            .start());
      }
      copies.forEach(copy -> assertThat(copy.hear()).isEqualTo("ready"));

      copies.forEach(copy -> copy.tell("go"));
      copies.forEach(copy -> assertThat(copy.hear()).isEqualTo("done"));

      LongStream ids = LongStream.empty();
      for (Path file : files) {
        LongBuffer made = ByteBuffer.wrap(Files.readAllBytes(file)).asLongBuffer();
        ids = LongStream.concat(ids, LongStream.generate(made::get).limit(made.remaining()));
      }
      assertThat(ids.distinct().count()).isEqualTo((long) COPIES * ROWS);
    } finally {
      copies.forEach(ChildJvm::close);
    }
  }
}
