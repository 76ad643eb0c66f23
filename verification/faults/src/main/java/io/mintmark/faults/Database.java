package io.mintmark.faults;

import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
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
public final class Database implements AutoCloseable {

  private static final String NAME = "mintmark";
  private static final String USER = "postgres";

  /** Short, for a small disk, and enough for a standby that was away for a moment. */
  private static final List<String> LOG = List.of("wal_keep_size=16MB", "max_wal_size=32MB");

  private static final int MAX_LOG_FILES = 64;

  private final Path programs = Programs.assumePostgresql();
  private final List<String> launcher;
  private EngineProcess primary;
  private EngineProcess standby;

  /**
   * Starts both; what claims are acknowledged is on the standby too from then on.
   *
   * @param folder for the files of both
   * @param launcher what starts both, and gives them variables; empty if nothing does
   */
  public Database(Path folder, List<String> launcher) throws IOException {
    this.launcher = List.copyOf(launcher);
    Path first = Files.createDirectories(folder.resolve("primary")).resolve("data");
    Path second = Files.createDirectories(folder.resolve("standby")).resolve("data");
    unprivileged(
        "initdb",
        "-D",
        first,
        "-U",
        USER,
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--no-locale",
        "--no-sync",
        "--wal-segsize=1");
    primary = start(first);
    execute(primary, "create database " + NAME);
    copyTo(second);
    standby = start(second);
    follow();
  }

  private EngineProcess start(Path data) {
    int port = EngineProcess.freePort();
    List<String> command = new ArrayList<>(launcher);
    command.addAll(List.of(programs.resolve("postgres").toString(), "-D", data.toString()));
    command.addAll(List.of("-p", Integer.toString(port), "-h", "127.0.0.1"));
    command.addAll(List.of("-c", "unix_socket_directories="));
    LOG.forEach(setting -> command.addAll(List.of("-c", setting)));
    EngineProcess engine = EngineProcess.start(
        Objects.requireNonNull(data.getParent(), "parent"), port, Programs.unprivileged(command));
    awaitAnswer(engine);
    return engine;
  }

  private static void awaitAnswer(EngineProcess engine) {
    Waiting.until("PostgreSQL answers", () -> isTrue(engine, "select true"));
  }

  private void copyTo(Path data) {
    unprivileged(
        "pg_basebackup",
        "--host=127.0.0.1",
        "--port=" + primary.port(),
        "--username=" + USER,
        "--write-recovery-conf",
        "--checkpoint=fast",
        "--no-sync",
        "--pgdata=" + data);
  }

  /** Has the primary answer a commit when the standby has it, and waits until that is so. */
  private void follow() {
    execute(primary, "alter system set synchronous_standby_names = '*'", "select pg_reload_conf()");
    awaitInStep();
  }

  private void awaitInStep() {
    Waiting.until(
        "the standby is synchronous",
        () -> isTrue(
            primary, "select count(*) = 1 from pg_stat_replication where sync_state = 'sync'"));
  }

  /** The port of the primary, until it fails over. */
  int port() {
    return primary.port();
  }

  /** The URL that leads to whichever of the two is the primary. */
  public String url() {
    return url("127.0.0.1:" + primary.port() + ",127.0.0.1:" + standby.port());
  }

  static String url(String servers) {
    return "jdbc:postgresql://" + servers + "/" + NAME + "?user=" + USER;
  }

  public void pause() {
    primary.pause();
  }

  public void resume() {
    primary.resume();
  }

  void kill() {
    primary.kill();
  }

  void restart() {
    restart(primary);
  }

  /** Also after both have ended by themselves. */
  void restartBoth() {
    for (EngineProcess each : List.of(primary, standby)) {
      each.kill();
      restart(each);
    }
    awaitInStep();
  }

  /** A killed server leaves its pid behind, which another process may have by now. */
  private static void restart(EngineProcess killed) {
    try {
      Files.deleteIfExists(killed.directory().resolve("data/postmaster.pid"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    killed.restart();
    awaitAnswer(killed);
  }

  /** Kills the primary, and makes the standby the primary, which has no standby itself. */
  public void failOver() {
    primary.kill();
    EngineProcess killed = primary;
    primary = standby;
    standby = killed;
    execute(
        primary,
        "select pg_promote()",
        "alter system reset synchronous_standby_names",
        "select pg_reload_conf()");
  }

  /** Makes the primary that was killed a standby of the one that took its place. */
  void renewStandby() {
    Path data = standby.directory().resolve("data");
    Programs.delete(data);
    copyTo(data);
    standby.restart();
    awaitAnswer(standby);
    follow();
  }

  void setReadOnly(boolean only) {
    execute(
        primary,
        "set default_transaction_read_only = off",
        "alter system set default_transaction_read_only = " + (only ? "on" : "off"),
        "select pg_reload_conf()");
  }

  /** Begins new files of the log, until none is left that was made ahead. */
  void useUpLog() {
    for (int i = 0; i < MAX_LOG_FILES && isTrue(primary, "select pg_switch_wal() > '0/0'"); i++) {
      // Another one.
    }
  }

  /** Copies the lines, as the page on backups says. */
  public void backUp(Path dump) {
    run(
        "pg_dump",
        "--host=127.0.0.1",
        "--port=" + primary.port(),
        "--username=" + USER,
        "--format=custom",
        "--table=mintmark_line",
        "--file=" + dump,
        NAME);
  }

  /** Loses the database, and restores it into an empty one. */
  public void restore(Path dump) {
    execute(primary, "drop database " + NAME + " with (force)", "create database " + NAME);
    run(
        "pg_restore",
        "--host=127.0.0.1",
        "--port=" + primary.port(),
        "--username=" + USER,
        "--dbname=" + NAME,
        dump);
  }

  private void run(String program, Object... arguments) {
    String unused = Programs.run(command(program, arguments));
  }

  private void unprivileged(String program, Object... arguments) {
    String unused = Programs.run(Programs.unprivileged(command(program, arguments)));
  }

  private List<String> command(String program, Object... arguments) {
    List<String> command = new ArrayList<>(List.of(programs.resolve(program).toString()));
    List.of(arguments).forEach(each -> command.add(each.toString()));
    return command;
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

  private static void execute(EngineProcess engine, String... commands) {
    try (Connection connection = connect(engine);
        Statement statement = connection.createStatement()) {
      for (String command : commands) {
        statement.execute(command);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the database refused: commands=" + List.of(commands), e);
    }
  }

  private static Connection connect(EngineProcess engine) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + engine.port() + "/postgres?user=" + USER);
  }

  @Override
  public void close() {
    standby.close();
    primary.close();
  }
}
