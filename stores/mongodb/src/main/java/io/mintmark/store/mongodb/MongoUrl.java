package io.mintmark.store.mongodb;

import static io.mintmark.store.engine.Failures.misconfigured;
import static io.mintmark.store.engine.Failures.unavailable;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.mintmark.error.ConfigurationException;
import io.mintmark.store.engine.ServerUrl;
import io.mintmark.store.engine.StoreContext;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a URL of the official form, {@code mongodb://} or {@code mongodb+srv://}. */
final class MongoUrl {

  static final String DEFAULT_DATABASE = "mintmark";
  static final String DEFAULT_COLLECTION = "mintmark_line";

  static final Set<String> SCHEMES = Set.of("mongodb", "mongodb+srv");

  static final String COLLECTION = "collection";
  private static final String PLAIN = "mongodb://";

  /**
   * The accepted names of databases. Stricter than MongoDB's own rules, which differ between its
   * versions and file systems.
   */
  private static final Pattern DATABASE_NAME = Pattern.compile("[A-Za-z0-9_-]{1,63}");

  private static final Pattern COLLECTION_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,119}");

  /**
   * The user and the password. Matches up to the last at sign, because a password may contain a raw
   * slash and must not get into a message.
   */
  private static final Pattern USER_INFO = Pattern.compile("//[^?#]*@");

  private static final Pattern NOT_ASCII = Pattern.compile("[^\\x21-\\x7e]");

  /** The shortest interval between heartbeats that the driver accepts. */
  private static final Duration MIN_HEARTBEAT = Duration.ofMillis(500);

  private static final Duration MAX_HEARTBEAT = Duration.ofSeconds(10);

  private MongoUrl() {}

  /** Starts to read the settings of a store. */
  static ServerUrl parse(String text) {
    return ServerUrl.forDriver(text, SCHEMES, Set.of(COLLECTION));
  }

  /** Adds a fault for each name that breaks a rule. */
  static void checkNames(String database, String collection, ServerUrl settings) {
    if (!DATABASE_NAME.matcher(database).matches()) {
      settings.fault(
          "the database's name is not 1 to 63 of A-Z a-z 0-9 _ -: database='{}'", database);
    }
    if (!COLLECTION_NAME.matcher(collection).matches() || collection.startsWith("system.")) {
      settings.fault(
          "the collection's name is not 1 to 120 of A-Z a-z 0-9 _ . -, starting with a letter or"
              + " _, and not with system.: collection='{}'",
          collection);
    }
  }

  /**
   * Parses a URL with the driver. Looks up the name of a {@code mongodb+srv} URL in the DNS.
   *
   * @param timeout the time limit of the lookup
   */
  static ConnectionString connection(ServerUrl settings, Duration timeout, StoreContext context) {
    String url = settings.forDriver();
    String subject = "store " + settings;
    if (NOT_ASCII.matcher(url).find()) {
      throw new ConfigurationException(
          subject, "not printable ASCII: other characters are percent-encoded");
    }
    ConnectionString connection = url.startsWith(PLAIN)
        ? withoutLookup(url, subject)
        : lookedUp(url, subject, timeout, context);
    if (connection.getCollection() != null) {
      throw misconfigured(
          subject,
          "the path names more than a database; the collection is a parameter: collection={}",
          connection.getCollection());
    }
    return connection;
  }

  /** Parses a URL first without the secrets: the driver's message may quote a faulty part. */
  private static ConnectionString withoutLookup(String url, String subject) {
    read(USER_INFO.matcher(url).replaceAll("//user:password@"), subject, null);
    return read(url, subject, "the user or the password is not percent-encoded");
  }

  private static ConnectionString lookedUp(
      String url, String subject, Duration timeout, StoreContext context) {
    String rule = "mongodb+srv:// takes one host without a port, as the DNS has it";
    CompletableFuture<ConnectionString> lookup = CompletableFuture.supplyAsync(
        () -> read(url, subject, rule), context.each("mintmark-mongodb-dns"));
    try {
      return context.in(timeout).answer(lookup);
    } catch (ConfigurationException e) {
      throw e;
    } catch (Exception e) {
      throw unavailable(
          e, "the DNS did not find the host: timeoutMs={}, {}", timeout.toMillis(), subject);
    }
  }

  /**
   * Makes a client whose own timeouts fit a deadline. Options in the URL take precedence.
   *
   * @param opening how long the first command may wait for a server; each later command is also
   *     limited by its own deadline
   * @param timeout the deadline of the later commands
   */
  static MongoClient client(ConnectionString connection, Duration opening, Duration timeout) {
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

  private static ConnectionString read(String url, String subject, @Nullable String rule) {
    try {
      return new ConnectionString(url);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          subject, rule == null ? String.valueOf(e.getMessage()).strip() : rule);
    }
  }
}
