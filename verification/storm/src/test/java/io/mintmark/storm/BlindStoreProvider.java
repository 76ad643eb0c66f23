package io.mintmark.storm;

import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import io.mintmark.store.EngineLife;
import io.mintmark.store.redis.RedisStoreProvider;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Opens Redis stores for URLs that begin with {@code blind:}. They break the rule that a
 * compareAndSet moves a line only from exactly where it was seen: worker number 0 always appears
 * idle, all others appear held, and a process can take number 0 although another one holds it.
 */
public final class BlindStoreProvider implements ClaimStoreProvider {

  static final String SCHEME = "blind";

  private static final long HELD = Long.MAX_VALUE / 4;

  @Override
  public Set<String> schemes() {
    return Set.of(SCHEME);
  }

  @Override
  public ClaimStore open(String url, Duration opening, Duration timeout) {
    String redis = url.substring(SCHEME.length() + 1);
    return new ForwardingStore(new RedisStoreProvider().open(redis, opening, timeout)) {
      @Override
      public Optional<EngineLife> life(List<String> lines) {
        List<Long> seen =
            lines.stream().map(line -> line.endsWith("/0") ? 0 : HELD).toList();
        return super.life(lines)
            .map(life -> lines.stream().allMatch(line -> line.startsWith("worker/"))
                ? new EngineLife(life.id(), life.began(), life.now(), seen)
                : life);
      }

      @Override
      public boolean compareAndSet(String line, long expected, long next) {
        return super.compareAndSet(
            line, line.startsWith("worker/") ? super.position(line) : expected, next);
      }
    };
  }
}
