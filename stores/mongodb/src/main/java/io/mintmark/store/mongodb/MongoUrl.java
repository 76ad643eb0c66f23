package io.mintmark.store.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.StoreUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A URL of the official form, {@code mongodb://} or {@code mongodb+srv://}, taken apart.
 *
 * @param connection what the driver understands; has the secrets
 * @param database the database in the path, or the default
 * @param collection the parameter {@code collection}, or the default
 * @param strict whether to refuse a server that may lose what it acknowledged
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

  private static final String COLLECTION = "collection";
  private static final String PLAIN = "mongodb://";
  private static final String SRV = "mongodb+srv://";

  /** Narrower than MongoDB's own rules, which differ between its versions and file systems. */
  private static final Pattern DATABASE_NAME = Pattern.compile("[A-Za-z0-9_-]{1,63}");

  private static final Pattern COLLECTION_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,119}");

  /** To the last at sign, as a password with a raw slash in it must not get into a message. */
  private static final Pattern USER_INFO = Pattern.compile("//[^?#]*@");

  private static final Pattern NOT_ASCII = Pattern.compile("[^\\x21-\\x7e]");

  static boolean isMongo(String url) {
    return url.startsWith(PLAIN) || url.startsWith(SRV);
  }

  /** Takes a store's URL apart; looks the name of a {@code mongodb+srv} up in the DNS. */
  static MongoUrl parse(String url, Duration timeout) {
    String masked = mask(url);
    String subject = "store " + masked;
    if (url.indexOf('#') >= 0) {
      throw new ConfigurationException(
          subject, "the store's URL has something behind a '#', which names a counter");
    }
    StoreUrl parts = StoreUrl.of(url, Set.of(COLLECTION));
    boolean strict = parts.isStrict();
    String collection = parts.parameter(COLLECTION, DEFAULT_COLLECTION);
    ConnectionString connection = connection(parts.forClient(), subject, timeout);
    String database = connection.getDatabase();
    if (connection.getCollection() != null) {
      throw new ConfigurationException(
          subject,
          Message.of(
              "the path names more than a database; the collection is a parameter: collection={}",
              connection.getCollection()));
    }
    String named = database == null ? DEFAULT_DATABASE : database;
    checkNames(subject, named, collection);
    return new MongoUrl(connection, named, collection, strict, masked);
  }

  static void checkNames(String subject, String database, String collection) {
    List<String> faults = new ArrayList<>();
    if (!DATABASE_NAME.matcher(database).matches()) {
      faults.add(Message.of(
          "the database's name is not 1 to 63 of A-Z a-z 0-9 _ -:" + " database='{}'", database));
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

  static String mask(String url) {
    return StoreUrl.mask(USER_INFO.matcher(url).replaceAll("//***@"));
  }

  /** Has the driver read a URL; its name servers are asked for no longer than the timeout. */
  static ConnectionString connection(String url, String subject, Duration timeout) {
    if (NOT_ASCII.matcher(url).find()) {
      throw new ConfigurationException(
          subject,
          "the URL is not printable ASCII without spaces; percent-encode other" + " characters");
    }
    if (url.startsWith(PLAIN)) {
      // First without the secrets, as the driver's message may quote what it does not understand.
      String withoutSecrets = USER_INFO.matcher(url).replaceAll("//user:password@");
      read(withoutSecrets, subject, null);
      return read(url, subject, "the user or the password is not percent-encoded");
    }
    FutureTask<ConnectionString> lookup = new FutureTask<>(() -> read(
        url, subject, "after mongodb+srv:// stands one host without a port, as the DNS has it"));
    Thread thread = new Thread(lookup, "mintmark-mongodb-dns");
    thread.setDaemon(true);
    thread.start();
    try {
      return lookup.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new StoreUnavailableException(
          Message.of(
              "the DNS did not answer in time: timeoutMs={}, {}", timeout.toMillis(), subject),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException("interrupted while waiting for the DNS: " + subject, e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ConfigurationException fault) {
        throw fault;
      }
      throw new StoreUnavailableException("the DNS does not know the host: " + subject, e);
    }
  }

  private static ConnectionString read(String url, String subject, @Nullable String rule) {
    try {
      return new ConnectionString(url);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          subject, rule == null ? String.valueOf(e.getMessage()).strip() : rule);
    } catch (MongoClientException e) {
      throw new StoreUnavailableException("the DNS does not know the host: " + subject, e);
    }
  }
}
