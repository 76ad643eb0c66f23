package io.mintmark.server;

import java.time.Duration;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Makes keys with numbers from Redis counters: one counter per table, which is reset when its
 * number becomes too wide. This is a common solution on Redis, and it contains nothing specific to
 * Mintmark.
 */
final class RedisCountedKeys {

  static final String COUNTER = "sequence:redis:t_new_order_dbIndex00_tbIndex0001_order_id";

  private static final long START_OVER_AT = 90_000;
  private static final Duration KEPT = Duration.ofDays(1);

  private final StringRedisTemplate redis;

  RedisCountedKeys(StringRedisTemplate redis) {
    this.redis = redis;
  }

  /**
   * Returns an order's key for database 0, table 1, without its time: {@code OD000001} and 5
   * digits.
   */
  String next() {
    Long number = redis.opsForValue().increment(COUNTER);
    if (number == null) {
      throw new IllegalStateException("in a transaction");
    }
    if (number == 1) {
      redis.expire(COUNTER, KEPT);
    }
    if (number >= START_OVER_AT) {
      redis.delete(COUNTER);
    }
    return "OD000001" + String.format("%05d", number);
  }
}
