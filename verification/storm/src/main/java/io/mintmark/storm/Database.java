package io.mintmark.storm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.ToolRun;
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
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** PostgreSQL with a synchronous standby, so that a failover keeps acknowledged writes. */
final class Database implements Engine.Backup {

  static final String FAILOVER = "primary killed and its standby promoted";

  private static final Path RELEASES = Path.of("/usr/lib/postgresql");
  private static final String NAME = "mintmark";

  /**
   * The log is short, so that it fits on a small disk. It is long enough for a standby that was
   * away for a moment.
   */
  private static final String SETTINGS =
      "-h 127.0.0.1 -c unix_socket_directories= -c wal_keep_size=16MB -c max_wal_size=32MB";

  private static final int MAX_LOG_FILES = 64;

  private final Path programs = programs();
  private final List<String> launcher;
  private final Resources resources;
  private EngineProcess primary;
  private EngineProcess standby;

  /**
   * Starts both servers. From then on, acknowledged claims are on the standby too.
   *
   * @param folder for the files of both
   * @param launcher starts both and sets variables, if not empty
   */
  Database(Path folder, List<String> launcher, Resources resources) throws IOException {
    this.launcher = List.copyOf(launcher);
    this.resources = resources;
    Path first = Files.createDirectories(folder.resolve("primary")).resolve("data");
    Path second = Files.createDirectories(folder.resolve("standby")).resolve("data");
    run(unprivileged(
        "initdb -U postgres -A trust -E UTF8 --no-locale --no-sync --wal-segsize=1 -D " + first));
    primary = start(first);
    execute(primary, "create database " + NAME);
    copyTo(second);
    standby = start(second);
    follow();
  }

  /** Finds the folder of PostgreSQL's programs, the newest release first. */
  private static Path programs() {
    assumeTrue(Files.isDirectory(RELEASES), "needs PostgreSQL's programs (Debian's postgresql)");
    try (Stream<Path> releases = Files.list(RELEASES)) {
      return releases
          .map(release -> release.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("postgres")))
          .max(Comparator.naturalOrder())
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the command that runs a program. If this process is root, the program runs with another
   * user id, because PostgreSQL's programs refuse to run as root.
   */
  private List<String> unprivileged(String words) {
    List<String> command = new ArrayList<>(ToolRun.isRoot() ? List.of("unshare", "-U") : List.of());
    command.addAll(command(words));
    return command;
  }

  private static void run(List<String> command) {
    ToolRun.succeed(Path.of("."), command);
  }

  private List<String> command(String words) {
    List<String> command = new ArrayList<>(List.of(words.split(" ", -1)));
    command.set(0, programs.resolve(command.get(0)).toString());
    return command;
  }

  private EngineProcess start(Path data) {
    int port = EngineProcess.freePort();
    List<String> command = new ArrayList<>(launcher);
    command.addAll(unprivileged("postgres -D " + data + " -p " + port + " " + SETTINGS));
    EngineProcess engine = resources.add(
        EngineProcess.start(Objects.requireNonNull(data.getParent(), "parent"), port, command));
    awaitAnswer(engine);
    return engine;
  }

  private static void awaitAnswer(EngineProcess engine) {
    Waiting.until("PostgreSQL answers", () -> isTrue(engine, "select true"));
  }

  private void copyTo(Path data) {
    run(unprivileged("pg_basebackup " + connection()
        + " --write-recovery-conf --checkpoint=fast --no-sync --pgdata=" + data));
  }

  private String connection() {
    return "--host=127.0.0.1 --username=postgres --port=" + primary.port();
  }

  /**
   * Makes the primary acknowledge commits only once they are on the standby, and waits until the
   * standby is synchronous.
   */
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

  /** The port of the present primary. It changes with a failover. */
  int port() {
    return primary.port();
  }

  /** The URL of both servers, for a driver that finds the primary. */
  String url() {
    return url("127.0.0.1:" + primary.port() + ",127.0.0.1:" + standby.port());
  }

  static String url(String servers) {
    return "jdbc:postgresql://" + servers + "/" + NAME + "?user=postgres";
  }

  EngineProcess primary() {
    return primary;
  }

  void restart() {
    restart(primary);
  }

  /** Restarts both servers, even if both have ended by themselves. */
  void restartBoth() {
    for (EngineProcess each : List.of(primary, standby)) {
      each.kill();
      restart(each);
    }
    awaitInStep();
  }

  /**
   * Restarts a killed server. Removes its pid file first, because another process may have this pid
   * now.
   */
  private static void restart(EngineProcess killed) {
    try {
      Files.deleteIfExists(killed.directory().resolve("data/postmaster.pid"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    killed.restart();
    awaitAnswer(killed);
  }

  /** Kills the primary, and promotes the standby, which then lacks a standby of its own. */
  void failOver() {
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

  /** Makes the killed primary a standby of its successor. */
  void renewStandby() {
    Path data = standby.directory().resolve("data");
    ToolRun.delete(data);
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

  /** Switches to new log files until all files that were made in advance are used up. */
  void useUpLog() {
    for (int i = 0; i < MAX_LOG_FILES && isTrue(primary, "select pg_switch_wal() > '0/0'"); i++) {
      // The next iteration switches again.
    }
  }

  /** Copies the lines, as the page on backups describes. */
  @Override
  public void make(Path copy) {
    run(command("pg_dump " + connection() + " --format=custom --table=mintmark_line --file=" + copy
        + " " + NAME));
  }

  /** Drops the database, and restores it into an empty one. */
  @Override
  public void restore(Path copy) {
    execute(primary, "drop database " + NAME + " with (force)", "create database " + NAME);
    run(command("pg_restore " + connection() + " --dbname=" + NAME + " " + copy));
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
        "jdbc:postgresql://127.0.0.1:" + engine.port() + "/postgres?user=postgres");
  }
}
