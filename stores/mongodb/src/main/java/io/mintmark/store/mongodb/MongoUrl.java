package io.mintmark.store.mongodb;

import static io.mintmark.store.engine.Failures.misconfigured;
import static io.mintmark.store.engine.Failures.unavailable;

import com.mongodb.ConnectionString;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.store.engine.StoreContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A parsed URL of the official form, {@code mongodb://} or {@code mongodb+srv://}.
 *
 * @param connection the driver's parsed form; it contains the secrets
 * @param database the database in the path, or the default
 * @param collection the parameter {@code collection}, or the default
 * @param strict whether to refuse a server that may lose acknowledged writes
 * @param masked the URL without its secrets
 */
record MongoUrl(
    ConnectionString connection,
    String database,
    String collection,
    boolean strict,
    String masked) {

  static final String DEFAULT_DATABASE = "mintmark";
  static final String DEFAULT_COLLECTION = "mintmark_line";

  static final Set<String> SCHEMES = Set.of("mongodb", "mongodb+srv");

  private static final String COLLECTION = "collection";
  private static final String PLAIN = "mongodb://";
  private static final String SRV = "mongodb+srv://";

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

  /** Parses a store's URL. Looks up the name of a {@code mongodb+srv} URL in the DNS. */
  static MongoUrl parse(String url, Duration timeout, StoreContext context) {
    String masked = StoreUrl.mask(url);
    String subject = "store " + masked;
    if (url.indexOf('#') >= 0) {
      throw new ConfigurationException(subject, "the URL of a store names a counter after the '#'");
    }
    if (!url.startsWith(PLAIN) && !url.startsWith(SRV)) {
      throw new ConfigurationException(
          subject, "not a URL of the form mongodb://HOST[:PORT] or mongodb+srv://HOST");
    }
    StoreUrl parts = StoreUrl.of(url, Set.of(COLLECTION));
    boolean strict = parts.isStrict();
    String collection = parts.parameter(COLLECTION, DEFAULT_COLLECTION);
    ConnectionString connection = connection(parts.forClient(), subject, timeout, context);
    String database = connection.getDatabase();
    if (connection.getCollection() != null) {
      throw misconfigured(
          subject,
          "the path names more than a database; the collection is a parameter: collection={}",
          connection.getCollection());
    }
    return new MongoUrl(
        connection,
        Objects.requireNonNullElse(database, DEFAULT_DATABASE),
        collection,
        strict,
        masked);
  }

  static void checkNames(String subject, String database, String collection) {
    List<String> faults = new ArrayList<>();
    if (!DATABASE_NAME.matcher(database).matches()) {
      faults.add(Message.of(
          "the database's name is not 1 to 63 of A-Z a-z 0-9 _ -: database='{}'", database));
    }
    if (!COLLECTION_NAME.matcher(collection).matches() || collection.startsWith("system.")) {
      faults.add(Message.of(
          "the collection's name is not 1 to 120 of A-Z a-z 0-9 _ . -, starting with a letter or"
              + " _, and not with system.: collection='{}'",
          collection));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException(subject, faults);
    }
  }

  /** Parses a URL with the driver. The timeout applies to a DNS lookup. */
  static ConnectionString connection(
      String url, String subject, Duration timeout, StoreContext context) {
    if (NOT_ASCII.matcher(url).find()) {
      throw new ConfigurationException(
          subject, "not printable ASCII: other characters are percent-encoded");
    }
    if (url.startsWith(PLAIN)) {
      // Parsed without the secrets first, because the driver's message may quote a faulty part.
      String withoutSecrets = USER_INFO.matcher(url).replaceAll("//user:password@");
      read(withoutSecrets, subject, null);
      return read(url, subject, "the user or the password is not percent-encoded");
    }
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

  private static ConnectionString read(String url, String subject, @Nullable String rule) {
    try {
      return new ConnectionString(url);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          subject, rule == null ? String.valueOf(e.getMessage()).strip() : rule);
    }
  }
}
