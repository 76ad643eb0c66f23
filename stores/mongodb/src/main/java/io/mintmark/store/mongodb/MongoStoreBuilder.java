package io.mintmark.store.mongodb;

import com.mongodb.client.MongoClient;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The settings of a {@link MongoStore}: a URL, or the caller's own client and two names. */
public final class MongoStoreBuilder {

  private @Nullable String url;
  private @Nullable MongoClient client;
  private @Nullable String database;
  private @Nullable String collection;
  private Duration timeout = MongoStore.DEFAULT_TIMEOUT;
  private @Nullable Duration openTimeout;
  private boolean strict;

  MongoStoreBuilder() {}

  /**
   * Sets where the server is. The store then has a client of its own.
   *
   * @param url of the form {@code mongodb://} or {@code mongodb+srv://}; names the database and the
   *     collection too
   * @return this
   */
  public MongoStoreBuilder url(String url) {
    this.url = url;
    return this;
  }

  /**
   * Sets the caller's own client, which is left open when the store closes. Its time-outs do not
   * matter, as each command has one of its own; its read and write concerns do not either.
   *
   * @param client an open client
   * @return this
   */
  public MongoStoreBuilder client(MongoClient client) {
    this.client = client;
    return this;
  }

  /**
   * Sets the database; only with a client.
   *
   * @param database its name, {@code mintmark} by default
   * @return this
   */
  public MongoStoreBuilder database(String database) {
    this.database = database;
    return this;
  }

  /**
   * Sets the collection; only with a client.
   *
   * @param collection its name, {@code mintmark_line} by default
   * @return this
   */
  public MongoStoreBuilder collection(String collection) {
    this.collection = collection;
    return this;
  }

  /**
   * Sets the deadline of every call.
   *
   * @param timeout above 0; 5 seconds by default
   * @return this
   */
  public MongoStoreBuilder timeout(Duration timeout) {
    this.timeout = timeout;
    return this;
  }

  /**
   * Sets the deadline of opening, which a process that has just started may need longer for than
   * for a call.
   *
   * @param deadline above 0; by default the timeout of a call
   * @return this
   */
  public MongoStoreBuilder openTimeout(Duration deadline) {
    openTimeout = deadline;
    return this;
  }

  /**
   * Sets whether to refuse a server that may lose what it acknowledged, which is otherwise warned
   * of. With a URL its parameter {@code strict} does the same.
   *
   * @param strict whether to refuse it, false by default
   * @return this
   */
  public MongoStoreBuilder strict(boolean strict) {
    this.strict = strict;
    return this;
  }

  /**
   * Opens the store.
   *
   * @return the open store, which the caller closes
   * @throws ConfigurationException if settings are wrong, the user may not do what is needed, the
   *     collection is of an unfit kind, or a strict store refuses the server
   * @throws StoreUnavailableException if the server does not answer
   */
  public MongoStore open() {
    List<String> faults = new ArrayList<>();
    for (Duration each : Set.copyOf(List.of(timeout, opening()))) {
      if (each.isZero() || each.isNegative()) {
        faults.add(Message.of("the timeout is not above 0: timeout={}", each));
      }
    }
    if ((url == null) == (client == null)) {
      faults.add("not exactly one of a url and a client is given");
    }
    if (url != null && (database != null || collection != null)) {
      faults.add("a database or collection is given beside a url, which names its own");
    }
    if (url != null && !MongoUrl.isMongo(url)) {
      faults.add(Message.of(
          "the url does not start with mongodb:// or mongodb+srv://: url={}", MongoUrl.mask(url)));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException("mongodb store", faults);
    }
    // The driver refuses to work in an interrupted thread.
    boolean interrupted = Thread.interrupted();
    try {
      return url != null ? openUrl(url) : openClient();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private MongoStore openUrl(String given) {
    MongoUrl parts = MongoUrl.parse(given, opening());
    MongoClient own = MongoClientSetup.open(parts.connection(), opening(), timeout);
    boolean opened = false;
    try {
      MongoStore store = MongoStore.open(
          own,
          own.getDatabase(parts.database()),
          parts.collection(),
          parts.masked(),
          opening(),
          timeout,
          strict || parts.strict(),
          own::close);
      opened = true;
      return store;
    } finally {
      if (!opened) {
        own.close();
      }
    }
  }

  private MongoStore openClient() {
    String databaseName = database == null ? MongoUrl.DEFAULT_DATABASE : database;
    String collectionName = collection == null ? MongoUrl.DEFAULT_COLLECTION : collection;
    MongoUrl.checkNames("mongodb store", databaseName, collectionName);
    MongoClient given = Objects.requireNonNull(client);
    return MongoStore.open(
        given,
        given.getDatabase(databaseName),
        collectionName,
        "mongodb:" + databaseName + "." + collectionName,
        opening(),
        timeout,
        strict,
        () -> {});
  }

  private Duration opening() {
    return openTimeout == null ? timeout : openTimeout;
  }
}
