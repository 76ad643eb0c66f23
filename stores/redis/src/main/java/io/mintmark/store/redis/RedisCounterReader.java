package io.mintmark.store.redis;

import static io.mintmark.store.engine.Failures.misconfigured;
import static io.mintmark.store.engine.Failures.unavailable;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.internal.store.PublishedCounterReader;
import io.mintmark.internal.text.WholeNumber;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.StoreContext;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads counters that were made with INCR: {@code redis://127.0.0.1:6379/0#KEY}. The key's value is
 * the last number that the counter returned, so the next number is one higher. In the key,
 * {@code %XX} is an encoded byte, as in every part of a URL.
 */
public final class RedisCounterReader implements PublishedCounterReader {

  private static final String RIGHTS =
      "ACL SETUSER NAME ~KEY +@connection +get +role +cluster|slots";

  /** Called by {@link java.util.ServiceLoader}. */
  public RedisCounterReader() {}

  @Override
  public Set<String> schemes() {
    return RedisUrl.SCHEMES;
  }

  @Override
  public PublishedCounter read(String url, Duration timeout) {
    RedisUrl parsed = RedisUrl.ofCounter(url);
    String key = parsed.counter().orElse("");
    if (key.isEmpty()) {
      throw refused(parsed, "no key of a counter after '#': key=''");
    }
    StoreContext context = StoreContext.system();
    Deadline deadline = context.in(timeout);
    Clients clients = Clients.own(Clients.within(timeout, parsed.uris()), parsed.cluster());
    Servers servers = new Servers(clients, RIGHTS, context);
    try {
      String value = servers.of(key, deadline).ask(deadline, commands -> commands.get(key));
      return counter(parsed, key, value);
    } catch (StoreUnavailableException e) {
      if (Refusal.startsWith(e, "WRONGTYPE")) {
        throw none(parsed, key, "a value that is not a string");
      }
      throw unavailable(
          e,
          "the counter could not be read: reason={}, counter={}",
          e.getMessage(),
          parsed.masked());
    } finally {
      servers.close();
    }
  }

  private static PublishedCounter counter(RedisUrl url, String key, @Nullable String value) {
    if (value == null) {
      throw none(url, key, "no such key");
    }
    long last;
    try {
      last = WholeNumber.parse(value);
    } catch (NumberFormatException e) {
      throw none(url, key, "'" + value + "'");
    }
    if (last < 0 || last == Long.MAX_VALUE) {
      throw refused(
          url,
          "the counter cannot be continued, because it is not 0 to 2^63 - 2: value={}, key={}",
          last,
          key);
    }
    return new PublishedCounter(
        "key " + key + " at " + url.masked(), last + 1, 1, OptionalLong.empty());
  }

  private static ConfigurationException none(RedisUrl url, String key, String found) {
    return refused(url, "the key is not a counter: key={}, found={}", key, found);
  }

  private static ConfigurationException refused(RedisUrl url, String text, Object... values) {
    return misconfigured("counter " + url.masked(), text, values);
  }
}
