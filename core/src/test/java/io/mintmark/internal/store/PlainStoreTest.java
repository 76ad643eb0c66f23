package io.mintmark.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ClosedException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.testkit.ClaimStoreContract;
import io.mintmark.testkit.FaultyStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A store that has only the public operations passes the contract, without checks of its own. */
class PlainStoreTest extends ClaimStoreContract {

  @Override
  protected ClaimStore open() {
    return new OwnStore();
  }

  @Override
  protected boolean keepsDataWhenReopened() {
    return false;
  }

  @Test
  void of_storeWithAllOperations_isTheSameObject() {
    MemoryStore memory = new MemoryStore();

    assertThat(LineStore.of(memory)).isSameAs(memory);
  }

  @Test
  void mintmarks_onPlainStore_shareIt() {
    try (ClaimStore own = new OwnStore()) {
      try (Mintmark one = Mintmark.open(own);
          Mintmark two = Mintmark.open(own)) {
        long[] ids = LongStream.concat(
                LongStream.of(one.snowflake("users").nextBatch(100)),
                LongStream.of(two.snowflake("users").nextBatch(100)))
            .toArray();

        assertThat(ids).doesNotHaveDuplicates();
        assertThat(one.sequence("rows").next())
            .isNotEqualTo(two.sequence("rows").next());
        assertThat(MintmarkAccess.storeOf(two).durability().isRisky()).isFalse();
      }
      assertThat(own.lines("seq/")).extracting(Line::name).containsExactly("seq/rows");
    }
  }

  @Test
  void lower_plainStore_isRefused() {
    try (LineStore store = LineStore.of(new OwnStore())) {
      store.claim("seq/a", 0, 9);

      assertThatThrownBy(() -> store.lower("seq/a", 9, 1))
          .isInstanceOf(UnsupportedOperationException.class);
      assertThat(store.position("seq/a")).isEqualTo(9);
    }
  }

  @Test
  void life_engineThatForgets_isThatOfThePlainStore() {
    try (FaultyStore engine = new FaultyStore();
        LineStore store = LineStore.of(new OwnStore() {
          @Override
          public boolean canLoseAcknowledgedWrites() {
            return engine.canLoseAcknowledgedWrites();
          }

          @Override
          public Optional<EngineLife> life(List<String> lines) {
            return engine.life(lines);
          }
        })) {
      engine.setCanLoseAcknowledgedWrites(true);
      String first = store.life(List.of("a")).orElseThrow().id();
      engine.forgetAll();

      assertThat(store.canLoseAcknowledgedWrites()).isTrue();
      assertThat(store.life(List.of("a")).orElseThrow().id()).isNotEqualTo(first);
      assertThatThrownBy(() -> store.life(List.of("a b")))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** What the author of a store writes at least. */
  private static class OwnStore implements ClaimStore {

    private final TreeMap<String, Line> lines = new TreeMap<>();
    private boolean closed;

    @Override
    public synchronized long claim(String line, long atLeast, long count) {
      long start = Math.max(position(line), atLeast);
      if (count > Long.MAX_VALUE - start) {
        throw new ExhaustedException("the line has no such range: line=" + line);
      }
      move(line, start + count);
      return start;
    }

    @Override
    public synchronized boolean compareAndSet(String line, long expected, long next) {
      if (position(line) != expected) {
        return false;
      }
      move(line, next);
      return true;
    }

    @Override
    public synchronized long position(String line) {
      checkOpen();
      Line found = lines.get(line);
      return found == null ? 0 : found.next();
    }

    @Override
    public synchronized List<Line> lines(String prefix) {
      checkOpen();
      return lines.values().stream()
          .filter(line -> line.name().startsWith(prefix))
          .toList();
    }

    @Override
    public synchronized void annotate(String line, String note) {
      checkOpen();
      lines.computeIfPresent(line, (name, old) -> new Line(name, old.next(), note, old.updated()));
    }

    @Override
    public Optional<Instant> now() {
      checkOpen();
      return Optional.empty();
    }

    @Override
    public synchronized void close() {
      closed = true;
    }

    private void move(String name, long next) {
      Line old = lines.get(name);
      lines.put(name, new Line(name, next, old == null ? "" : old.note(), Instant.now()));
    }

    private synchronized void checkOpen() {
      if (closed) {
        throw new ClosedException("the store is closed");
      }
    }
  }
}
