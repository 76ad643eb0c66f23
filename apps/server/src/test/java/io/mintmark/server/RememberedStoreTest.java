package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.api.sync.RedisServerCommands;
import io.mintmark.Mintmark;
import io.mintmark.config.StoreChoice;
import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.moving.LinesCopy;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.service.LastStore;
import io.mintmark.service.StoreIdentity;
import io.mintmark.store.Line;
import io.mintmark.store.file.FileStore;
import io.mintmark.store.redis.RedisServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests restarts of a server, on the store that it used last and on other stores. */
class RememberedStoreTest {

  private static final String ANY = "127.0.0.1:0";
  private static final Duration WAITED = Duration.ofMinutes(1);
  private static final Duration POLL = Duration.ofMillis(50);

  @TempDir
  private Path directory;

  private Path data;
  private Path state;

  @BeforeEach
  void places() {
    data = directory.resolve("data");
    state = data.resolve(LastStore.FILE);
  }

  private static ServerBuilder builder() {
    return Server.builder().http(ANY).resp(ANY).set(ServerSettings.DRAIN, MemoryServer.SHORT_DRAIN);
  }

  private static String remote(Server server) {
    return "mintmark://127.0.0.1:" + server.http().getPort();
  }

  private static void startAndEnd(ServerBuilder builder) {
    builder.start().close();
  }

  @Test
  void directory_embeddedOrOtherStore_isTheStoresOrTheGivenOne() {
    Optional<Path> data = Optional.of(Path.of("/b"));

    assertThat(RememberedStore.directory("file:/a", Optional.empty())).contains(Path.of("/a"));
    assertThat(RememberedStore.directory("redis://h", data)).contains(Path.of("/b"));
    assertThat(RememberedStore.directory("redis://h", Optional.empty()))
        .contains(StoreChoice.userDirectory());
    assertThat(RememberedStore.directory("memory:", data)).isEmpty();
  }

  @Test
  void start_againOnTheSameStore_continuesAndKeepsTheFile() throws IOException {
    startAndEnd(builder().dataDirectory(data));
    String remembered = Files.readString(state);
    Object key = Files.readAttributes(state, BasicFileAttributes.class).fileKey();

    startAndEnd(builder().dataDirectory(data));

    assertThat(remembered).matches("\\d+ file:.*\n").contains("file:" + data.toAbsolutePath());
    assertThat(Files.readString(state)).isEqualTo(remembered);
    assertThat(Files.readAttributes(state, BasicFileAttributes.class).fileKey()).isEqualTo(key);
    try (Stream<Path> files = Files.list(data)) {
      assertThat(files.filter(file -> file.toString().endsWith(".new"))).isEmpty();
    }
  }

  @Test
  void start_databaseDeleted_isRefusedUntilInit() throws IOException {
    startAndEnd(builder().dataDirectory(data));
    try (Stream<Path> files = Files.list(data)) {
      for (Path file : files.filter(each -> !each.equals(state)).toList()) {
        Files.delete(file);
      }
    }

    assertThatThrownBy(() -> builder().dataDirectory(data).start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("last=file:" + data.toAbsolutePath())
        .hasMessageContaining("(a new one)")
        .hasMessageContaining("--init");
    assertThat(FileStore.owner(data)).as("the store is free again").isEmpty();
    assertThatThrownBy(() -> builder().dataDirectory(data).start()).hasMessageContaining("--init");

    startAndEnd(builder().dataDirectory(data).init(true));
    startAndEnd(builder().dataDirectory(data));
  }

  /** A running server writes the identity again, so the next start accepts the store. */
  @Test
  @Tag("long")
  void start_redisLostAllWhileTheServerRan_isOnTheSameStore() {
    try (EngineProcess redis = RedisServers.start(directory)) {
      String url = "redis://127.0.0.1:" + redis.port();
      try (Server server = builder().store(url).dataDirectory(data).start()) {
        String identity = identity(redis);
        assertThat(identity).isNotNull();
        RedisServers.ask(redis, RedisServerCommands::flushall);
        long deadline = System.nanoTime() + WAITED.toNanos();
        while (!identity.equals(identity(redis))) {
          assertThat(System.nanoTime()).as(server.url()).isLessThan(deadline);
          LockSupport.parkNanos(POLL.toNanos());
        }
      }
      startAndEnd(builder().store(url).dataDirectory(data));
    }
  }

  private static String identity(EngineProcess redis) {
    return RedisServers.ask(
        redis, commands -> commands.hget("mintmark:{mintmark/identity}", "next"));
  }

  @Test
  void start_onAnotherStore_isRefusedAndLeavesItUntouched() {
    startAndEnd(builder().dataDirectory(data));

    try (Server upstream = builder().store("memory:").start();
        Mintmark mint = Mintmark.open(remote(upstream))) {
      long identity = MintmarkAccess.storeOf(mint).position(StoreLines.IDENTITY);
      List<Line> before = MintmarkAccess.storeOf(mint).lines("");
      assertThatThrownBy(
              () -> builder().store(remote(upstream)).dataDirectory(data).start())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("last=file:")
          .hasMessageContaining("given=" + remote(upstream) + " (" + identity + ")");
      assertThat(MintmarkAccess.storeOf(mint).lines("")).isEqualTo(before);

      startAndEnd(builder().store(remote(upstream)).dataDirectory(data).init(true));
      startAndEnd(builder().store(remote(upstream)).dataDirectory(data));
    }
    assertThatThrownBy(() -> builder().dataDirectory(data).start())
        .as("the embedded store that was left")
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("last=mintmark://127.0.0.1");
  }

  @Test
  @Tag("long")
  void start_onTheTargetOfMovedLines_continues() {
    Path target = directory.resolve("target");
    try (Server server = builder().dataDirectory(data).start();
        Mintmark mint = Mintmark.open(remote(server))) {
      for (int i = 0; i < 5; i++) {
        mint.sequence("invoices", s -> s.strict(true)).next();
      }
    }
    try (Server upstream = builder().dataDirectory(target).start();
        Mintmark to = Mintmark.open(remote(upstream));
        LineStore from = FileStore.open(data, Duration.ofSeconds(20))) {
      new LinesCopy(from, MintmarkAccess.storeOf(to), remote(upstream), (step, done) -> {}, 8)
          .run();
    }
    try (Server upstream = builder().dataDirectory(target).start();
        Server moved = builder().store(remote(upstream)).dataDirectory(data).start();
        Mintmark mint = Mintmark.open(remote(moved))) {
      assertThat(mint.sequence("invoices", s -> s.strict(true)).next()).isEqualTo(6);
    }
    assertThatThrownBy(() -> builder().dataDirectory(data).start())
        .as("the store that was left")
        .isInstanceOf(ConfigurationException.class);
  }

  @Test
  void start_onAnIncompleteCopy_isRefused() {
    startAndEnd(builder().dataDirectory(data));
    try (Server upstream = builder().store("memory:").start();
        Mintmark mint = Mintmark.open(remote(upstream))) {
      long arrived =
          MintmarkAccess.storeOf(mint).claim(StoreLines.arrivals(identityOfData()), 0, 1);

      assertThat(arrived).isZero();
      assertThatThrownBy(
              () -> builder().store(remote(upstream)).dataDirectory(data).start())
          .isInstanceOf(ConfigurationException.class);
    }
  }

  private long identityOfData() {
    try (LineStore store = FileStore.open(data, Duration.ofSeconds(20))) {
      return StoreIdentity.of(store);
    }
  }

  @Test
  @Tag("long")
  void start_onARestoredBackup_isRefusedUntilTheLineIsRaised() throws IOException {
    Path database = data.resolve("mintmark.db");
    Path backup = directory.resolve("backup.db");
    draw(5);
    Files.copy(database, backup);
    assertThat(draw(5)).isEqualTo(10);
    Files.copy(backup, database, StandardCopyOption.REPLACE_EXISTING);

    for (int tries = 0; tries < 2; tries++) {
      assertThatThrownBy(() -> builder().dataDirectory(data).start())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageStartingWith("server: the store has forgotten claims")
          .hasMessageContaining("lines=1, store=file:" + data.toAbsolutePath())
          .hasMessageContaining("mintmark lines raise seq/invoices 10;");
    }
    try (LineStore store = FileStore.open(data)) {
      assertThat(store.claim("seq/invoices", 0, 5)).isEqualTo(5);
    }
    assertThat(draw(1)).isEqualTo(11);

    Files.copy(backup, database, StandardCopyOption.REPLACE_EXISTING);
    startAndEnd(builder().dataDirectory(data).init(true));
    assertThat(draw(1)).as("repeats were accepted").isEqualTo(6);
  }

  /** The steps of the page: stop the users of the line, lower it, delete the row, start. */
  @Test
  void start_lineLoweredWhileTheServerWasDown_isRefusedUntilItsRowIsDeleted() throws IOException {
    draw(10);
    try (LineStore store = FileStore.open(data)) {
      assertThat(store.lower("seq/invoices", 10, 4)).isTrue();
    }

    assertThatThrownBy(() -> builder().dataDirectory(data).start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("remembered in " + data.toAbsolutePath().resolve("last-store"))
        .hasMessageContaining("delete a line's row from that file if it was lowered on purpose");
    Files.writeString(state, Files.readString(state).replace("10 seq/invoices\n", ""));
    assertThat(draw(1)).isEqualTo(5);
  }

  /** Makes numbers on a temporary server, and returns the last number. */
  private long draw(int count) {
    long last = 0;
    try (Server server = builder().dataDirectory(data).start();
        Mintmark mint = Mintmark.open(remote(server))) {
      for (int i = 0; i < count; i++) {
        last = mint.sequence("invoices", s -> s.strict(true)).next();
      }
    }
    return last;
  }

  @Test
  void start_memoryStore_remembersNothing() {
    startAndEnd(builder().store("memory:").dataDirectory(data));
    startAndEnd(builder().store("memory:").dataDirectory(data));

    assertThat(data).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "0 file:/x\n", "99999999999999999999 file:/x\n", "5 a"})
  void start_fileOfAnotherContent_isRefused(String text) throws IOException {
    Files.createDirectories(data);
    Files.writeString(state, text);

    assertThatThrownBy(() -> builder().dataDirectory(data).start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("file=" + state.toAbsolutePath());
  }

  @Test
  void start_directoryCannotBeCreated_isRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");
    try (Server upstream = builder().store("memory:").start()) {
      assertThatThrownBy(() -> builder()
              .store(remote(upstream))
              .dataDirectory(file.resolve("below"))
              .start())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("--data");
    }
  }
}
