package io.mintmark.faults.day;

import io.mintmark.faults.Programs;
import io.mintmark.testkit.EngineProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** PostgreSQL with a synchronous standby, so that a failover keeps what was acknowledged. */
final class Database implements AutoCloseable {

  private static final String NAME = "mintmark";

  private final Path programs = Programs.postgresql().orElseThrow();
  private final EngineProcess primary;
  private final EngineProcess standby;
  private EngineProcess current;

  /** Starts both; what claims are acknowledged is on the standby too from then on. */
  Database(Path folder) throws IOException, SQLException {
    Path first = Files.createDirectories(folder.resolve("primary")).resolve("data");
    Path second = Files.createDirectories(folder.resolve("standby")).resolve("data");
    run(true, "initdb", "-D", first, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale");
    primary = start(first);
    execute(primary, "create database " + NAME);
    run(
        true,
        "pg_basebackup",
        "--host=127.0.0.1",
        "--port=" + primary.port(),
        "--username=postgres",
        "--write-recovery-conf",
        "--checkpoint=fast",
        "--pgdata=" + second);
    standby = start(second);
    execute(primary, "alter system set synchronous_standby_names = '*'");
    execute(primary, "select pg_reload_conf()");
    Waiting.until(
        "the standby is synchronous",
        () -> isTrue(
            primary, "select count(*) = 1 from pg_stat_replication where sync_state = 'sync'"));
    current = primary;
  }

  private EngineProcess start(Path data) {
    int port = EngineProcess.freePort();
    EngineProcess engine = EngineProcess.start(
        Objects.requireNonNull(data.getParent(), "parent"),
        port,
        Programs.unprivileged(List.of(
            programs.resolve("postgres").toString(),
            "-D",
            data.toString(),
            "-p",
            Integer.toString(port),
            "-h",
            "127.0.0.1",
            "-c",
            "unix_socket_directories=")));
    Waiting.until("PostgreSQL answers", () -> isTrue(engine, "select true"));
    return engine;
  }

  /** The URL that leads to whichever of the two is the primary. */
  String url() {
    return "jdbc:postgresql://127.0.0.1:" + primary.port() + ",127.0.0.1:" + standby.port() + "/"
        + NAME + "?user=postgres";
  }

  void pause() {
    current.pause();
  }

  void resume() {
    current.resume();
  }

  /** Kills the primary, and makes the standby the primary. */
  void failOver() throws SQLException {
    primary.kill();
    execute(standby, "select pg_promote()");
    current = standby;
  }

  /** Copies the lines, as the page on backups says. */
  void backUp(Path dump) {
    run(
        false,
        "pg_dump",
        "--host=127.0.0.1",
        "--port=" + current.port(),
        "--username=postgres",
        "--format=custom",
        "--table=mintmark_line",
        "--file=" + dump,
        NAME);
  }

  /** Loses the database, and restores it into an empty one. */
  void restore(Path dump) throws SQLException {
    execute(current, "drop database " + NAME + " with (force)");
    execute(current, "create database " + NAME);
    run(
        false,
        "pg_restore",
        "--host=127.0.0.1",
        "--port=" + current.port(),
        "--username=postgres",
        "--dbname=" + NAME,
        dump);
  }

  private void run(boolean unprivileged, String program, Object... arguments) {
    List<String> command = new ArrayList<>(List.of(programs.resolve(program).toString()));
    List.of(arguments).forEach(each -> command.add(each.toString()));
    String unused = Programs.run(unprivileged ? Programs.unprivileged(command) : command);
  }

  private static boolean isTrue(EngineProcess engine, String question) {
    try (Connection connection = connect(engine);
        Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery(question)) {
      return answer.next() && answer.getBoolean(1);
    } catch (SQLException e) {
      return false;
    }
  }

  private static void execute(EngineProcess engine, String command) throws SQLException {
    try (Connection connection = connect(engine);
        Statement statement = connection.createStatement()) {
      statement.execute(command);
    }
  }

  private static Connection connect(EngineProcess engine) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + engine.port() + "/postgres?user=postgres");
  }

  @Override
  public void close() {
    standby.close();
    primary.close();
  }
}
