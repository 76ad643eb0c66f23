package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.MemoryStore;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How many calls to the store, one after another, stand before a generator's first id. */
class FirstIdTest {

  private final ManualTime time = new ManualTime(Instant.parse("2026-03-01T00:00:00Z"));
  private final MemoryStore engine = new MemoryStore(time.wall());

  /** Writes down each call; lines of worker numbers without the number. */
  private static final class Listing extends ForwardingStore {
    private final List<String> calls = new ArrayList<>();
    private final boolean clock;

    Listing(ClaimStore store, boolean clock) {
      super(store);
      this.clock = clock;
    }

    private void called(String call, String line) {
      calls.add(call + " " + line.replaceAll("/[0-9]+$", "/W"));
    }

    @Override
    public long claim(String line, long atLeast, long count) {
      called("claim", line);
      return super.claim(line, atLeast, count);
    }

    @Override
    public boolean compareAndSet(String line, long expected, long next) {
      called("set", line);
      return super.compareAndSet(line, expected, next);
    }

    @Override
    public long position(String line) {
      called("next", line);
      return super.position(line);
    }

    @Override
    public void annotate(String line, String note) {
      called("note", line);
      super.annotate(line, note);
    }

    @Override
    public Optional<Instant> now() {
      if (clock) {
        called("now", "");
        return super.now();
      }
      return Optional.empty();
    }
  }

  /** What is called for the first id of a process, and what for the note after it. */
  private List<String> open(boolean clock, String name) {
    Listing listing = new Listing(engine, clock);
    try (Mintmark mint = Mintmark.builder()
        .store(listing)
        .clocks(time.wall(), time.elapsed())
        .background(Runnable::run)
        .seed(7)
        .open()) {
      assertThat(mint.snowflake(name).next()).isPositive();
    }
    time.advance(Duration.ofMinutes(1));
    return listing.calls;
  }

  private static List<String> take(String... before) {
    List<String> calls = new ArrayList<>(List.of(before));
    calls.addAll(List.of("set worker/users/W", "claim " + StoreLines.GATE, "note worker/users/W"));
    return calls;
  }

  @Test
  void snowflake_usedStore_sevenCalls() {
    open(true, "users");
    for (int process = 0; process < 3; process++) {
      assertThat(open(true, "users"))
          .containsExactlyElementsOf(take(
              "next spec/users",
              "next spec/worker/users",
              "next spec/:id/users",
              "now ",
              "next worker/users/W"));
    }
  }

  @Test
  void snowflake_freshStore_settingsAreDeclaredOnceAndTheFirstNumberIsTaken() {
    List<String> calls = open(true, "users");
    assertThat(calls)
        .containsExactlyElementsOf(take(
            "next spec/users",
            "next spec/worker/users",
            "next spec/:id/users",
            "set spec/:id/users",
            "note spec/:id/users",
            "set spec/worker/users",
            "note spec/worker/users",
            "set spec/users",
            "note spec/users",
            "now ",
            "next worker/users/W"));
  }

  /** Only a line that was used can tell there that this clock is wrong. */
  @Test
  void snowflake_freshStoreWithoutAClock_looksForAUsedNumberFirst() {
    assertThat(open(false, "users").stream().filter("next worker/users/W"::equals))
        .hasSize(8);
  }
}
