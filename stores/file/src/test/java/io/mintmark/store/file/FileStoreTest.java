package io.mintmark.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.LineStore;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import io.mintmark.store.Line;
import io.mintmark.store.engine.StoreContext;
import io.mintmark.testkit.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileStoreTest {

  private static final long PID = ProcessHandle.current().pid();

  @TempDir
  Path parent;

  @ParameterizedTest
  @ValueSource(strings = {"a", "not/there/yet", "with space", "数据 naïve", "100%", "a#b&c=d"})
  void open_anyPath_keepsLinesThere(String name) {
    Path directory = parent.resolve(name);
    try (FileStore store = FileStore.open(directory)) {
      assertThat(store.claim("seq/a", 0, 5)).isZero();
      assertThat(store.directory()).isEqualTo(directory.toAbsolutePath());
    }
    assertThat(directory.resolve("mintmark.db")).isRegularFile();
    try (FileStore store = FileStore.open(directory)) {
      assertThat(store.position("seq/a")).isEqualTo(5);
    }
  }

  /** Java does not expand such names. So each working directory would get its own store. */
  @ParameterizedTest
  @ValueSource(strings = {"~", "~/ids", "~ann/ids", "a/$HOME/ids", "${HOME}", "%APPDATA%/ids"})
  void open_pathNeedingShellExpansion_throwsAndCreatesNothing(String name) {
    assertThatThrownBy(() -> FileStore.open(parent.resolve(name)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("only a shell expands this name: name=");
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void open_notADirectory_throws() throws IOException {
    Path file = Files.createFile(parent.resolve("file"));

    assertThatThrownBy(() -> FileStore.open(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(file + " is a file");
    assertThatThrownBy(() -> FileStore.open(file.resolve("below")))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining(file.toString());
    assertThatThrownBy(() -> FileStore.open(parent.resolve("a?b")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'?'");
    assertThat(parent.resolve("a?b")).doesNotExist();
  }

  @Test
  void open_zeroTimeout_throws() {
    assertThatThrownBy(() -> FileStore.open(parent, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("timeout=PT0S");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "short", "SQLite format 3\0 but no more"})
  void open_notSqlite_throwsAndKeepsTheFile(String content) throws IOException {
    Files.writeString(database(), content);

    assertRefused("not an SQLite database");
    assertThat(database()).hasContent(content);
  }

  @Test
  void open_foreignDatabase_throwsAndKeepsTheFile() throws Exception {
    execute("CREATE TABLE line (name TEXT, next INTEGER)");

    assertRefused("application_id=0");
  }

  @Test
  void open_newerVersion_throwsAndKeepsTheFile() throws Exception {
    FileStore.open(parent).close();
    execute("PRAGMA user_version = 2");

    assertRefused("version=2, this release has 1");
  }

  @Test
  @Tag("long")
  void open_damagedPage_throwsAndKeepsTheFile() throws IOException {
    claimOnManyLines();
    damage(database());

    assertRefused("");
  }

  @Test
  @Tag("long")
  void open_damagedPageWithLog_throwsAndKeepsBothFiles() throws IOException {
    claimOnManyLines();
    Path copy = Files.createDirectory(parent.resolve("copy"));
    Path log = copy.resolve("mintmark.db-wal");
    try (FileStore store = FileStore.open(parent)) {
      store.claim("seq/99", 0, 1);
      Files.copy(database(), copy.resolve("mintmark.db"));
      Files.copy(parent.resolve("mintmark.db-wal"), log);
    }
    damage(copy.resolve("mintmark.db"));
    byte[] file = Files.readAllBytes(copy.resolve("mintmark.db"));
    byte[] logged = Files.readAllBytes(log);

    assertThatThrownBy(() -> FileStore.open(copy)).isInstanceOf(StoreUnavailableException.class);
    assertThat(copy.resolve("mintmark.db")).hasBinaryContent(file);
    assertThat(log).hasBinaryContent(logged);
  }

  @Test
  void open_filesCopiedWhileInUse_haveAnsweredClaims() throws IOException {
    Path copy = Files.createDirectory(parent.resolve("copy"));
    try (FileStore store = FileStore.open(parent)) {
      store.claim("seq/a", 0, 7);
      Files.copy(database(), copy.resolve("mintmark.db"));
      Files.copy(parent.resolve("mintmark.db-wal"), copy.resolve("mintmark.db-wal"));
    }
    try (FileStore store = FileStore.open(copy)) {
      assertThat(store.claim("seq/a", 0, 1)).isEqualTo(7);
    }
  }

  @Test
  void open_truncatedFile_throwsAndKeepsTheFile() throws IOException {
    try (FileStore store = FileStore.open(parent)) {
      store.claim("seq/a", 0, 1);
    }
    Files.write(database(), Arrays.copyOf(Files.readAllBytes(database()), 4096));

    assertRefused("");
  }

  @Test
  void open_logWithoutItsFile_isRefused() throws IOException {
    Files.writeString(parent.resolve("mintmark.db-wal"), "claims");

    assertThatThrownBy(() -> FileStore.open(parent))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("mintmark.db-wal is there");
    assertThat(database()).doesNotExist();
  }

  @Test
  void open_draftOfAKilledProcess_isReplaced() throws IOException {
    Files.writeString(parent.resolve("mintmark.db.draft"), "half a file");

    try (FileStore store = FileStore.open(parent)) {
      assertThat(store.claim("seq/a", 0, 1)).isZero();
    }
    assertThat(parent.resolve("mintmark.db.draft")).doesNotExist();
  }

  @Test
  void open_twiceInOneProcess_isRefusedUntilClosed() {
    Path same = parent.resolve("../" + parent.getFileName());
    try (FileStore first = FileStore.open(parent)) {
      assertThatThrownBy(() -> FileStore.open(same))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("ownerPid=" + PID);
      assertThat(first.claim("seq/a", 0, 1)).isZero();
    }
    FileStore.open(same).close();
  }

  @Test
  void open_fails_releasesTheDirectory() throws IOException {
    Files.writeString(database(), "foreign");
    assertRefused("not an SQLite database");
    Files.delete(database());

    FileStore.open(parent).close();
  }

  @Test
  void owner_published_namesPidAndUrlWhileOpen() {
    assertThat(FileStore.owner(parent.resolve("none"))).isEmpty();
    assertThat(FileStore.owner(parent)).isEmpty();
    try (FileStore store = FileStore.open(parent)) {
      assertThat(FileStore.owner(parent)).contains(new Owner(PID, Optional.empty()));
      store.publish("http://127.0.0.1:7600/");
      assertThat(FileStore.owner(parent))
          .contains(new Owner(PID, Optional.of("http://127.0.0.1:7600/")));
      for (String bad : List.of("a b", "a\nb", "ü", "x".repeat(1_001))) {
        assertThatThrownBy(() -> store.publish(bad)).isInstanceOf(IllegalArgumentException.class);
      }
    }
    assertThat(FileStore.owner(parent)).isEmpty();
  }

  @Test
  void publish_closedStore_isRefused() {
    FileStore store = FileStore.open(parent);
    store.close();
    assertThatThrownBy(() -> store.publish("http://a/")).isInstanceOf(ClosedException.class);
  }

  @Test
  void openReadOnly_closed_throwsOnEveryCall() {
    FileStore.open(parent).close();
    LineStore view = FileStore.openReadOnly(parent);
    view.close();
    view.close();
    List<Runnable> calls = List.of(
        () -> view.claim("seq/a", 0, 1),
        () -> view.position("seq/a"),
        () -> view.lines(""),
        view::now);
    for (Runnable call : calls) {
      assertThatThrownBy(call::run).isInstanceOf(ClosedException.class);
    }
  }

  @Test
  void openReadOnly_withOwner_readsAndThrowsOnWrites() {
    try (FileStore store = FileStore.open(parent);
        LineStore view = FileStore.openReadOnly(parent)) {
      store.claim("seq/a", 0, 5);
      assertThat(view.position("seq/a")).isEqualTo(5);
      assertThat(view.position("seq/b")).isZero();
      assertThat(view.lines("")).isEqualTo(store.lines("")).hasSize(1);
      assertThat(view.now()).isPresent();
      List<Runnable> writes = List.of(
          () -> view.claim("seq/a", 0, 1),
          () -> view.compareAndSet("seq/a", 5, 6),
          () -> view.annotate("seq/a", "x"));
      for (Runnable write : writes) {
        assertThatThrownBy(write::run)
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("open for reading only");
      }
    }
  }

  @Test
  void openReadOnly_noOwner_readsTheLines() {
    try (FileStore store = FileStore.open(parent)) {
      store.claim("seq/a", 0, 5);
    }
    try (LineStore view = FileStore.openReadOnly(parent)) {
      assertThat(view.lines("seq/")).extracting(Line::next).containsExactly(5L);
      assertThat(FileStore.owner(parent)).isEmpty();
    }
  }

  @Test
  void openReadOnly_noStoreOrForeign_isRefused() throws IOException {
    assertThatThrownBy(() -> FileStore.openReadOnly(parent))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining(database().toString());
    Files.writeString(database(), "foreign");
    assertThatThrownBy(() -> FileStore.openReadOnly(parent))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("not an SQLite database");
  }

  @Test
  void claim_lineRaisedExternally_throwsThenContinuesAbove() throws Exception {
    try (FileStore store = FileStore.open(parent)) {
      store.claim("seq/a", 0, 5);
      execute("UPDATE line SET next = 1000");

      assertThatThrownBy(() -> store.claim("seq/a", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("another program has written");
      assertThat(store.claim("seq/a", 0, 1)).isEqualTo(1000);
    }
  }

  @Test
  void claim_givenClock_stampsLinesWithIt() {
    ManualTime time = new ManualTime(Instant.parse("2026-11-21T00:00:00.123Z"));
    try (FileStore store = open(time)) {
      store.claim("seq/a", 0, 1);

      assertThat(store.now()).contains(time.wall().instant());
      assertThat(store.lines(""))
          .containsExactly(new Line("seq/a", 1, "", time.wall().instant()));
    }
  }

  @Test
  void provider_urls_openTheirPaths() {
    ClaimStoreProvider provider = ServiceLoader.load(ClaimStoreProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> Adapters.accepts(each, "file:x"))
        .findFirst()
        .orElseThrow();
    Path directory = parent.resolve("by url");
    for (String url : List.of("file:" + directory, "file://" + directory)) {
      try (ClaimStore store = provider.open(url, Duration.ofSeconds(5), Duration.ofSeconds(5))) {
        store.claim("seq/a", 0, 1);
      }
    }
    try (FileStore store = FileStore.open(directory)) {
      assertThat(store.position("seq/a")).isEqualTo(2);
    }
    assertThat(Adapters.accepts(provider, "memory:")).isFalse();
    for (String url : List.of("file:", "file://", "file://host/path", "file:a\0b")) {
      assertThatThrownBy(() -> provider.open(url, Duration.ofSeconds(5), Duration.ofSeconds(5)))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(url.replace("\0", "\\u0000"));
    }
  }

  private FileStore open(ManualTime time) {
    return FileStore.open(parent, Duration.ofSeconds(5), time.wall(), StoreContext.system());
  }

  private void claimOnManyLines() {
    try (FileStore store = FileStore.open(parent)) {
      for (int i = 0; i < 500; i++) {
        store.claim("seq/" + i, 0, 1);
      }
    }
  }

  /** Inverts the bits of the file's third page, as a failing disk might. */
  private static void damage(Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    for (int i = 2 * 4096; i < 3 * 4096; i++) {
      content[i] = (byte) ~content[i];
    }
    Files.write(file, content);
  }

  private void assertRefused(String reason) throws IOException {
    byte[] before = Files.readAllBytes(database());
    assertThatThrownBy(() -> FileStore.open(parent))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining(database().toString())
        .hasMessageContaining(reason);
    assertThat(database()).hasBinaryContent(before);
  }

  private Path database() {
    return parent.resolve("mintmark.db");
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
