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
 * Opens Redis stores for URLs that begin with {@code hasty:}. They report that each life of the
 * engine began an hour earlier, so that processes do not wait for the end of the windows of an
 * earlier life.
 */
public final class HastyStoreProvider implements ClaimStoreProvider {

  static final String SCHEME = "hasty";

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
        return super.life(lines)
            .map(life -> new EngineLife(
                life.id(), life.began().minus(Duration.ofHours(1)), life.now(), life.next()));
      }
    };
  }
}
