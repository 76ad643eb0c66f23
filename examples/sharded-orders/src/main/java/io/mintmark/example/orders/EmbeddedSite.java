package io.mintmark.example.orders;

import io.mintmark.server.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Uses H2 databases in files, which {@link #close} deletes, and a Mintmark server in this process.
 *
 * <p>The first process that opens such a database serves it to the other processes. So this process
 * must open the databases first and keep them open; {@link Tables} does that.
 */
final class EmbeddedSite implements Site {

  private final Path folder;
  private final Server server;

  EmbeddedSite() throws IOException {
    folder = Files.createTempDirectory("mintmark-orders-");
    server = Server.builder()
        .dataDirectory(folder.resolve("lines"))
        .http("127.0.0.1:0")
        .resp("127.0.0.1:0")
        .start();
  }

  @Override
  public String title() {
    return "embedded databases (H2), keys from a Mintmark server in this process";
  }

  @Override
  public String database(int index) {
    return "jdbc:h2:file:" + folder.resolve("order_" + index) + ";AUTO_SERVER=TRUE";
  }

  @Override
  public String store() {
    return "mintmark://127.0.0.1:" + server.http().getPort();
  }

  @Override
  public void close() throws SQLException, IOException {
    server.close();
    for (int i = 0; i < DATABASES; i++) {
      // The shutdown also ends the connections of ShardingSphere's pools, which ShardingSphere
      // never closes.
      try (Connection last = DriverManager.getConnection(database(i));
          Statement statement = last.createStatement()) {
        statement.execute("SHUTDOWN IMMEDIATELY");
      }
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
