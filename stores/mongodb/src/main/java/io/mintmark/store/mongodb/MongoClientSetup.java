package io.mintmark.store.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Makes a client whose own timeouts fit a deadline. Options in the URL take precedence. */
final class MongoClientSetup {

  /** The shortest interval between heartbeats that the driver accepts. */
  private static final Duration MIN_HEARTBEAT = Duration.ofMillis(500);

  private static final Duration MAX_HEARTBEAT = Duration.ofSeconds(10);

  private MongoClientSetup() {}

  /**
   * Makes a client.
   *
   * @param opening how long the first command may wait for a server; each later command is also
   *     limited by its own deadline
   * @param timeout the deadline of the later commands
   */
  static MongoClient open(ConnectionString connection, Duration opening, Duration timeout) {
    int timeoutMs = millis(timeout);
    long heartbeatMs =
        Math.min(Math.max(timeoutMs, MIN_HEARTBEAT.toMillis()), MAX_HEARTBEAT.toMillis());
    return MongoClients.create(MongoClientSettings.builder()
        .applicationName("mintmark")
        .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(
            Math.max(timeoutMs, millis(opening)), TimeUnit.MILLISECONDS))
        .applyToSocketSettings(socket -> socket.connectTimeout(timeoutMs, TimeUnit.MILLISECONDS))
        .applyToServerSettings(
            server -> server.heartbeatFrequency(heartbeatMs, TimeUnit.MILLISECONDS))
        .applyConnectionString(connection)
        .build());
  }

  private static int millis(Duration timeout) {
    return (int) Math.min(Math.max(1, timeout.toMillis()), Integer.MAX_VALUE);
  }
}
