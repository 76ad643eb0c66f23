package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that commands that only read do not change the content of an engine. */
class WritesNothingTest {

  private static final String FRESH = "  users: {type: snowflake}\n  orders: {type: sequence}\n";

  @TempDir
  private Path directory;

  private Path config;
  private String source;

  @BeforeEach
  void write() throws IOException {
    config = directory.resolve("mintmark.yaml");
    configure(FRESH);
    source = "file:" + directory.resolve("source");
    assertThat(Run.now("next", "moved", "--store", source)).satisfies(WritesNothingTest::succeeded);
  }

  private void configure(String generators) throws IOException {
    Files.writeString(config, "generators:\n" + generators);
  }

  private Run on(String url, String... args) {
    List<String> where = List.of("--store", url, "--config", config.toString());
    return Run.now(Stream.concat(Arrays.stream(args), where.stream()).toArray(String[]::new));
  }

  /** Checks an engine that was never used, and then the same engine with lines. */
  private void checkThatNothingIsWritten(String url, Supplier<String> content) throws IOException {
    look(url, content);

    configure("  users: {type: snowflake, layout: js-safe}\n  orders: {type: sequence}\n");
    assertThat(on(url, "next", "users")).satisfies(WritesNothingTest::succeeded);
    assertThat(on(url, "next", "orders")).satisfies(WritesNothingTest::succeeded);
    look(url, content);

    configure("  other: {type: snowflake, worker-pool: other}\n");
    look(url, content);
    assertThat(Run.now("lines", "list", "--store", url).out())
        .contains("seq/orders")
        .doesNotContain("other", "mintmark/doctor");

    Run claims = on(url, "doctor", "--claims");
    assertThat(claims.out()).contains("none twice");
    assertThat(Run.now("lines", "list", "--store", url).out())
        .contains("mintmark/doctor")
        .doesNotContain("other");
  }

  private void look(String url, Supplier<String> content) {
    String before = content.get();
    assertThat(on(url, "doctor")).satisfies(WritesNothingTest::succeeded);
    assertThat(on(url, "generators")).satisfies(WritesNothingTest::succeeded);
    assertThat(on(url, "serve", "--check")).satisfies(WritesNothingTest::succeeded);
    assertThat(Run.now("lines", "copy", source, url, "--dry-run").out()).contains("seq/moved");
    Run away = Run.now("lines", "copy", url, source, "--dry-run");
    assertThat(away.out()).as(away.err()).doesNotContain("seq/moved");
    assertThat(content.get()).isEqualTo(before);
  }

  private static void succeeded(Run run) {
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).as(run.out()).isZero();
  }

  @Test
  void readOnlyCommands_embeddedStore_writeNothing() throws IOException {
    Path data = directory.resolve("data");
    String url = "file:" + data;

    checkThatNothingIsWritten(
        url,
        () -> Files.isDirectory(data)
            ? Run.now("lines", "list", "--json", "--store", url).out()
            : "no directory");

    Path empty = Files.createDirectory(directory.resolve("empty"));
    look("file:" + empty, () -> listing(empty));
  }

  @Test
  void moveOfALine_missingStore_isRefusedAndMakesNone() {
    Path typo = directory.resolve("typo");
    String url = "file:" + typo;

    assertThat(Run.now("lines", "raise", "seq/x", "5", "--store", url).err())
        .contains("there is no such line: line=seq/x, next=5; nothing was changed");
    assertThat(Run.now("lines", "lower", "seq/x", "5", "--accept-repeats", "--store", url)
            .err())
        .contains("already there or below: line=seq/x, position=0, next=5; nothing was changed");
    assertThat(typo).doesNotExist();
  }

  @Test
  void doctor_directoryCannotBeCreated_isRefused() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));

    assertThat(Run.now("doctor", "--store", "file:" + file).err()).contains("is a file");
    assertThat(Run.now("doctor", "--store", "file:" + file + "/data").err())
        .contains("the store cannot be made", file + " is not a directory");
  }

  @Test
  void readOnlyCommands_unexpandedDirectory_areRefused() {
    for (List<String> command : List.of(
        List.of("doctor", "--store", "file:~/ids"),
        List.of("serve", "--check", "--data", "~/ids"),
        List.of("generators", "--store", "file:$HOME/ids"))) {
      Run run = Run.now(command.toArray(String[]::new));

      assertThat(run.out() + run.err()).contains("only a shell expands this name");
      assertThat(run.code()).isEqualTo(1);
    }
  }

  private static String listing(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.map(Path::toString).sorted().collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @Tag("long")
  void readOnlyCommands_postgres_writeNothing() throws Exception {
    try (EngineProcess engine = Engines.postgres(directory.resolve("postgres"))) {
      String url = Engines.postgresUrl(engine.port());
      checkThatNothingIsWritten(
          url,
          () -> rows(
              url,
              "SELECT table_schema || '.' || table_name, CASE WHEN table_name = 'mintmark_line'"
                  + " THEN query_to_xml('SELECT * FROM mintmark_line ORDER BY name', true, true,"
                  + " '')::text END FROM information_schema.tables ORDER BY 1"));
    }
  }

  @Test
  @Tag("long")
  void readOnlyCommands_mariaDb_writeNothing() throws Exception {
    try (EngineProcess engine = Engines.mariadb(directory.resolve("mariadb"))) {
      for (String url :
          List.of(Engines.mariadbUrl(engine.port()), Engines.mysqlUrl(engine.port()))) {
        rows(url, "DROP TABLE IF EXISTS mintmark_line");
        checkThatNothingIsWritten(url, () -> {
          String tables = rows(url, "SHOW TABLES");
          return tables.contains("mintmark_line")
              ? tables + rows(url, "SELECT * FROM mintmark_line ORDER BY name")
              : tables;
        });
      }
    }
  }

  private static String rows(String url, String sql) {
    StringBuilder rows = new StringBuilder();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        ResultSet result = statement.getResultSet();
        while (result.next()) {
          for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
            rows.append(result.getString(i)).append('|');
          }
          rows.append('\n');
        }
      }
      return rows.toString();
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  @Test
  @Tag("long")
  void readOnlyCommands_redis_writeNothing() throws Exception {
    Path program = EngineProcess.find("redis-server").orElse(null);
    Assumptions.assumeTrue(program != null, "needs redis-server on the PATH");
    Path folder = Files.createDirectory(directory.resolve("redis"));
    int port = EngineProcess.freePort();
    List<String> command = List.of(
        String.valueOf(program),
        "--port",
        "" + port,
        "--bind",
        "127.0.0.1",
        "--appendonly",
        "yes",
        "--appendfsync",
        "always");
    try (EngineProcess engine = EngineProcess.start(folder, port, command)) {
      String url = "redis://127.0.0.1:" + engine.port();
      look(url + "?new=true", () -> digest(engine.port()));
      Mintmark.open(url + "?new=true").close(); // Otherwise the first id waits.
      checkThatNothingIsWritten(url, () -> digest(engine.port()));
      try (LineStore used = Adapters.open(url + "?prefix=used", Duration.ofSeconds(5))) {
        assertThat(used.life(List.of("worker/users/0"))).isPresent();
      }
      assertThat(on(url + "?prefix=used&new=true", "serve", "--check").out())
          .contains("the store is not new");
    }
  }

  /** Returns a digest of all keys and their values. */
  private static String digest(int port) {
    String script = "local all = redis.call('KEYS', '*') table.sort(all) local text = ''"
        + " for _, key in ipairs(all) do text = text .. key .. redis.call('DUMP', key) end"
        + " return redis.sha1hex(text)";
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        BufferedReader in = new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
      socket
          .getOutputStream()
          .write(("EVAL \"" + script + "\" 0\r\n").getBytes(StandardCharsets.US_ASCII));
      assertThat(in.readLine()).isEqualTo("$40");
      return in.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
