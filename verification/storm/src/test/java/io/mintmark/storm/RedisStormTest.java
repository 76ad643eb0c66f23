package io.mintmark.storm;

import java.util.List;

/** The storm on Redis, with a disk and without. */
final class RedisStormTest extends StormTest {

  static List<String> environments() {
    return List.of("redis", "forgetting-redis");
  }
}
