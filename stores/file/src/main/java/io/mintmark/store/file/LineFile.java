package io.mintmark.store.file;

import static io.mintmark.store.engine.Failures.unavailable;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Attempt;
import io.mintmark.store.file.internal.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteOpenMode;
import org.sqlite.jdbc4.JDBC4Connection;

/**
 * The file {@code mintmark.db}: creates it, checks its marks (the application id and the version of
 * the schema), and sets up connections to it.
 *
 * <p>The file is created complete, by a rename. A process killed while it creates the file leaves
 * only a draft, which the next process deletes. So a file contains its marks from the beginning. A
 * file without them is not ours and is never written to.
 *
 * <p>In this process only SQLite opens the file. No other code does, not even to read its first
 * bytes: closing that descriptor would release SQLite's own locks on the file. The next tool that
 * closes the file would then act as its last user and delete the log. For the same reason a file
 * with a second name (a hard link) is refused: users of the other name would have another log.
 */
final class LineFile {

  static final String NAME = "mintmark.db";

  /** Marks the file as ours, in the field that SQLite's format reserves for that: "MINT". */
  static final int APPLICATION_ID = 0x4D494E54;

  /** The version of the schema. A file of another version is refused. */
  static final int VERSION = 1;

  /**
   * A file up to this size is read completely at opening and checked for damage, which takes some
   * 20 ms. A larger file is not read completely, because opening must not take minutes. SQLite
   * still checks each page that it reads.
   */
  private static final long CHECKED_THROUGH_BYTES = 4L << 20;

  private static final String LOG = "-wal";
  private static final String DRAFT = "mintmark.db.draft";
  private static final int HEADER_BYTES = 100;
  private static final String URL = "jdbc:sqlite:";

  private LineFile() {}

  /** Returns whether a directory contains the file, or its log without the file. */
  static boolean isIn(Path directory) {
    return Files.exists(directory.resolve(NAME)) || Files.exists(directory.resolve(NAME + LOG));
  }

  /** Creates the file unless it exists. The caller holds the directory's lock. */
  static void createIfAbsent(Path directory) {
    Path file = directory.resolve(NAME);
    Path log = directory.resolve(NAME + LOG);
    if (Files.exists(file)) {
      return;
    }
    if (Files.exists(log)) {
      throw refused(file, "it is missing, but its log " + log + " is there");
    }
    Path draft = directory.resolve(DRAFT);
    try {
      for (String part : List.of("", "-journal", LOG, "-shm")) {
        Files.deleteIfExists(directory.resolve(DRAFT + part));
      }
      // SQLite gives its logs the permissions of the file, so the file is private from the
      // beginning.
      PrivateFiles.createIfAbsent(draft);
      try (Connection connection = connect(draft, new SQLiteConfig());
          Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA synchronous = FULL");
        statement.execute("PRAGMA application_id = " + APPLICATION_ID);
        statement.execute("PRAGMA user_version = " + VERSION);
        statement.execute("""
            CREATE TABLE line (
              name TEXT NOT NULL PRIMARY KEY,
              next INTEGER NOT NULL CHECK (next > 0),
              note TEXT NOT NULL DEFAULT '',
              updated_ms INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID""");
        statement.execute("PRAGMA journal_mode = WAL");
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      PrivateFiles.syncDirectory(directory);
    } catch (IOException | SQLException e) {
      throw unusable(file, e);
    }
  }

  /** Refuses a file that cannot be ours because of its number of names or its size. */
  private static void checkOutside(Path file) {
    try {
      PrivateFiles.requireOneName(file);
      long bytes = Files.size(file);
      if (bytes < HEADER_BYTES) {
        throw refused(file, Message.of("it is not an SQLite database: bytes={}", bytes));
      }
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  /**
   * Refuses a file that is not ours. Uses a reader's connection, which leaves the file unchanged.
   */
  private static void checkMarks(Path file, Connection reader) throws SQLException {
    try {
      int applicationId = Integer.parseInt(ask(reader, "PRAGMA application_id"));
      if (applicationId != APPLICATION_ID) {
        throw refused(
            file,
            "it belongs to another program: application_id="
                + applicationId
                + ", Mintmark's is "
                + APPLICATION_ID);
      }
      int version = Integer.parseInt(ask(reader, "PRAGMA user_version"));
      if (version != VERSION) {
        throw refused(
            file,
            Message.of(
                "this release cannot read it: version={}, this release has {}", version, VERSION));
      }
    } catch (SQLException e) {
      if (e.getErrorCode() == SQLiteErrorCode.SQLITE_NOTADB.code) {
        throw refused(file, "it is not an SQLite database");
      }
      throw e;
    }
  }

  /** Connects for writing. Every commit on this connection is on the disk before it returns. */
  static Connection connectWriter(Path directory, Duration timeout) throws SQLException {
    SQLiteConfig config = config(timeout);
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    Connection connection = connect(directory.resolve(NAME), config);
    return Attempt.orClose(connection, () -> {
      try (Statement statement = connection.createStatement()) {
        // On macOS an fsync alone does not reach the disk. Elsewhere this does nothing.
        statement.execute("PRAGMA fullfsync = ON");
        return connection;
      }
    });
  }

  /**
   * Connects for reading committed lines while any process writes. Refuses a file that is damaged
   * or not ours.
   */
  static Connection connectReader(Path directory, Duration timeout) throws SQLException {
    Path file = directory.resolve(NAME);
    checkOutside(file);
    SQLiteConfig config = config(timeout);
    config.setReadOnly(true);
    Connection connection = connect(file, config);
    return Attempt.orClose(connection, () -> {
      checkMarks(file, connection);
      checkThrough(file, connection);
      return connection;
    });
  }

  /**
   * Reads a small file completely and refuses a damaged one. Uses a reader's connection: closing a
   * writer would copy the log into the file, and a damaged file must not be changed.
   */
  private static void checkThrough(Path file, Connection connection) throws SQLException {
    if (file.toFile().length() > CHECKED_THROUGH_BYTES) {
      return;
    }
    String found = ask(connection, "PRAGMA quick_check(1)");
    if (!found.equals("ok")) {
      throw refused(file, Message.of("it is damaged: quick_check={}", found));
    }
  }

  /** Runs a query that returns one value. */
  static String ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      return result.getString(1);
    }
  }

  static StoreUnavailableException refused(Path file, String reason) {
    return unavailable("the store's file is refused and not changed: file={}; {}", file, reason);
  }

  static StoreUnavailableException unusable(Path file, Exception reason) {
    return unavailable(reason, "the store's file cannot be used: file={}; {}", file, reason);
  }

  private static SQLiteConfig config(Duration timeout) {
    SQLiteConfig config = new SQLiteConfig();
    config.resetOpenMode(SQLiteOpenMode.CREATE);
    config.setBusyTimeout((int) Math.min(timeout.toMillis(), Integer.MAX_VALUE));
    return config;
  }

  /**
   * Connects without the driver's class, because that class registers itself in {@link
   * java.sql.DriverManager}. The registration would keep the class loader of an application in
   * memory after a server undeployed it.
   */
  private static Connection connect(Path file, SQLiteConfig config) throws SQLException {
    return new JDBC4Connection(URL + file, file.toString(), config.toProperties());
  }
}
