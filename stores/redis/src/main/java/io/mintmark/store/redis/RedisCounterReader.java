package io.mintmark.store.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.PublishedCounter;
import io.mintmark.store.PublishedCounterReader;
import io.mintmark.store.StoreUrl;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads counters that were made with INCR: {@code redis://127.0.0.1:6379/0#KEY}. The value of the
 * key is the last number given, so the next one is one above. In the key {@code %XX} stands for a
 * byte, as everywhere in a URL.
 */
public final class RedisCounterReader implements PublishedCounterReader {

  private static final String RIGHTS =
      "ACL SETUSER NAME ~KEY +@connection +get +role" + " +cluster|slots";

  /** For {@link java.util.ServiceLoader}. */
  public RedisCounterReader() {}

  @Override
  public boolean accepts(String url) {
    return RedisUrl.accepts(url) && url.indexOf('#') >= 0;
  }

  @Override
  public PublishedCounter read(String url, Duration timeout) {
    RedisUrl parsed = RedisUrl.of(url);
    String key = parsed.counter();
    if (key == null || key.isEmpty()) {
      throw new ConfigurationException(
          "counter " + parsed.url(), "the key of the counter stands behind '#': key=''");
    }
    Deadline deadline = Deadline.in(timeout);
    List<RedisURI> uris = Clients.within(timeout, parsed.uris());
    RedisClient client = Clients.own(uris);
    try {
      Servers servers = Clients.servers(client, uris, parsed.isCluster(), List.of(), RIGHTS);
      try {
        String value = servers.of(key, deadline).ask(deadline, commands -> commands.get(key));
        return counter(parsed.url(), key, value);
      } finally {
        servers.close();
      }
    } catch (StoreUnavailableException e) {
      if (Refusal.root(e).startsWith("WRONGTYPE")) {
        throw none(parsed.url(), key, "a value that is no string");
      }
      throw new StoreUnavailableException(
          Message.of(
              "the counter could not be read: reason={}, counter={}", e.getMessage(), parsed.url()),
          e);
    } finally {
      Clients.shutDown(client);
    }
  }

  private static PublishedCounter counter(StoreUrl url, String key, @Nullable String value) {
    if (value == null) {
      throw none(url, key, "no such key");
    }
    long last;
    try {
      last = Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw none(url, key, "'" + value + "'");
    }
    if (last < 0 || last == Long.MAX_VALUE) {
      throw new ConfigurationException(
          "counter " + url,
          Message.of("a counter that can go on is 0 to 2^63 - 2: value={}, key={}", last, key));
    }
    return new PublishedCounter("key " + key + " at " + url, last + 1, 1, OptionalLong.empty());
  }

  private static ConfigurationException none(StoreUrl url, String key, String found) {
    return new ConfigurationException(
        "counter " + url,
        Message.of("a counter is a key with an integer: key={}, found={}", key, found));
  }
}
