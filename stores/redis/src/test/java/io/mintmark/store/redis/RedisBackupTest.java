package io.mintmark.store.redis;

import static io.mintmark.store.redis.RedisServers.ask;
import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.api.sync.RedisServerCommands;
import io.mintmark.Mintmark;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.sequence.Sequence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A snapshot of Redis, numbers drawn after it, and the snapshot restored to a new server. */
@Tag("long")
class RedisBackupTest {

  private static final int DRAWN_BEFORE = 20;
  private static final int DRAWN_AFTER = 30;

  @TempDir
  private Path directory;

  private Path restored;
  private final Set<Long> drawn = new HashSet<>();

  @BeforeEach
  void backUp() throws IOException {
    restored = Files.createDirectories(directory.resolve("restored"));
    Path lost = directory.resolve("lost");
    try (EngineProcess server = RedisServers.startDurable(lost)) {
      draw(server, DRAWN_BEFORE);
      ask(server, RedisServerCommands::save);
      Files.copy(lost.resolve("dump.rdb"), restored.resolve("dump.rdb"));
      draw(server, DRAWN_AFTER);
    }
  }

  @Test
  void snapshot_appendOnlyFileEnabled_isNotRead() {
    try (EngineProcess server = RedisServers.startDurable(restored)) {
      long keys = ask(server, RedisServerCommands::dbsize);
      assertThat(keys).isZero();
    }
  }

  @Test
  void snapshot_restoredThroughTheLog_repeatsNothingAfterRaising() {
    try (EngineProcess server = RedisServers.start(restored, "--appendonly", "no")) {
      ask(server, commands -> commands.configSet("appendonly", "yes"));
      Await.until(
          "the log has the snapshot",
          () -> ask(server, commands -> commands.info("persistence"))
              .contains("aof_rewrite_in_progress:0"));
    }

    try (EngineProcess server = RedisServers.startDurable(restored)) {
      try (LineStore store = RedisStore.builder().url(url(server)).open()) {
        long next = store.position("seq/orders");
        assertThat(next).isEqualTo(DRAWN_BEFORE);
        assertThat(store.compareAndSet("seq/orders", next, next + 1_000)).isTrue();
      }
      draw(server, DRAWN_AFTER);
    }
  }

  private void draw(EngineProcess server, int count) {
    try (Mintmark mint = Mintmark.open(url(server))) {
      Sequence orders = mint.sequence("orders", s -> s.strict(true));
      for (int i = 0; i < count; i++) {
        assertThat(drawn.add(orders.next())).isTrue();
      }
    }
  }

  private static String url(EngineProcess server) {
    return "redis://127.0.0.1:" + server.port();
  }
}
