package io.mintmark.server;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.ClaimStoreProvider;
import io.mintmark.store.Line;
import io.mintmark.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Opens stores of the URL {@code stuck:}: they answer, but to be closed takes them for ever. */
public final class StuckStoreProvider implements ClaimStoreProvider {

  @Override
  public boolean accepts(String url) {
    return url.equals("stuck:");
  }

  @Override
  public ClaimStore open(String url, Duration timeout) {
    return new Stuck(new MemoryStore());
  }

  private record Stuck(ClaimStore lines) implements ClaimStore {

    @Override
    public long claim(String line, long atLeast, long count) {
      return lines.claim(line, atLeast, count);
    }

    @Override
    public boolean compareAndSet(String line, long expected, long next) {
      return lines.compareAndSet(line, expected, next);
    }

    @Override
    public long next(String line) {
      return lines.next(line);
    }

    @Override
    public List<Line> lines(String prefix) {
      return lines.lines(prefix);
    }

    @Override
    public void annotate(String line, String note) {
      lines.annotate(line, note);
    }

    @Override
    public Optional<Instant> now() {
      return lines.now();
    }

    @Override
    public void close() {
      while (true) {
        LockSupport.park();
      }
    }
  }
}
