package io.mintmark.store.redis;

import static io.mintmark.store.engine.Failures.misconfigured;
import static io.mintmark.store.engine.Failures.unavailable;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.internal.store.PublishedCounterReader;
import io.mintmark.internal.text.WholeNumber;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.ServerUrl;
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
    ServerUrl parsed = RedisUrl.parse(url);
    String key = parsed.counter().orElse("");
    if (key.isEmpty()) {
      parsed.fault("no key of a counter after '#': key=''");
    }
    RedisUrl redis = RedisUrl.of(parsed);
    StoreContext context = StoreContext.system();
    Deadline deadline = context.in(timeout);
    Clients clients = Clients.own(Clients.within(timeout, redis.uris()), redis.cluster());
    Servers servers = new Servers(clients, RIGHTS, context);
    try {
      String value = servers.of(key, deadline).ask(deadline, commands -> commands.get(key));
      long next = next(value)
          .orElseThrow(
              () -> notCounter(parsed, key, value == null ? "no such key" : "'" + value + "'"));
      return new PublishedCounter("key " + key + " at " + parsed, next, 1);
    } catch (StoreUnavailableException e) {
      if (Refusal.startsWith(e, "WRONGTYPE")) {
        throw notCounter(parsed, key, "a value that is not a string");
      }
      throw unavailable(
          e, "the counter could not be read: reason={}, counter={}", e.getMessage(), parsed);
    } finally {
      servers.close();
    }
  }

  /** Returns the number after a counter's value. */
  private static OptionalLong next(@Nullable String value) {
    try {
      long next = Math.addExact(value == null ? -1 : WholeNumber.parse(value), 1);
      return next > 0 ? OptionalLong.of(next) : OptionalLong.empty();
    } catch (ArithmeticException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private static ConfigurationException notCounter(ServerUrl url, String key, String found) {
    return misconfigured(
        "counter " + url,
        "the key is not a counter with a value of 0 to 2^63 - 2: key={}, found={}",
        key,
        found);
  }
}
