package io.mintmark.mybatisplus;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.ChildJvm;
import io.mintmark.testkit.EngineProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
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
 * Twenty processes make ids of one table at the same time, with a Redis between them. The shop's
 * {@code TwentyCopiesTest} shows the like in a moment.
 */
@Tag("long")
class TwentyProcessesTest {

  private static final int COPIES = 20;
  private static final int ROWS = 50_000;

  @Test
  void processes_withMybatisPlusOwnGenerator_clash_andWithOurs_never(@TempDir Path directory)
      throws IOException {
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
        files.add(Files.createDirectory(directory.resolve("copy-" + copy)));
        copies.add(ChildJvm.of(
                CopyOfApplication.class,
                "redis://127.0.0.1:" + redis.port(),
                files.get(copy).toString(),
                Integer.toString(ROWS))
            .start());
      }
      copies.forEach(copy -> assertThat(copy.hear()).isEqualTo("ready"));

      long own = duplicates(copies, files, CopyOfApplication.OWN);
      long ours = duplicates(copies, files, CopyOfApplication.OURS);

      assertThat(own).isPositive();
      assertThat(ours).isZero();
    } finally {
      copies.forEach(ChildJvm::close);
    }
  }

  private static long duplicates(List<ChildJvm> copies, List<Path> files, String word)
      throws IOException {
    copies.forEach(copy -> copy.tell(word));
    copies.forEach(copy -> assertThat(copy.hear()).isEqualTo("done"));
    LongStream ids = LongStream.empty();
    for (Path file : files) {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file.resolve(word)));
      long[] made = new long[bytes.remaining() / Long.BYTES];
      bytes.asLongBuffer().get(made);
      ids = LongStream.concat(ids, LongStream.of(made));
    }
    return (long) COPIES * ROWS - ids.distinct().count();
  }
}
