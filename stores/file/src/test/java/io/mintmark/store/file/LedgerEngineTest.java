package io.mintmark.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.LinePage;
import io.mintmark.store.Line;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.EngineStore;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreContext;
import io.mintmark.store.engine.StoreEngine;
import io.mintmark.store.engine.Write;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LedgerEngineTest {

  private final FakeLedger ledger = new FakeLedger();
  private final Store store = new Store(new LedgerEngine(ledger));

  /** A store that writes to the ledger of this test. */
  private static final class Store extends EngineStore {

    Store(LedgerEngine writer) {
      super(
          new OpenSettings(
              "test", Duration.ofSeconds(60), Duration.ofSeconds(60), false, StoreContext.system()),
          new Engine(writer),
          Durability.NOTHING_READ);
    }
  }

  private record Engine(LedgerEngine writer) implements StoreEngine {

    @Override
    public void write(List<Write> writes, Deadline deadline) throws SQLException {
      writer.execute(writes);
    }

    @Override
    public int maxLines() {
      return LedgerEngine.MAX_LINES;
    }

    @Override
    public long position(String line, Deadline deadline) {
      throw new UnsupportedOperationException("this test reads nothing");
    }

    @Override
    public List<Line> lines(LinePage page, Deadline deadline) {
      throw new UnsupportedOperationException("this test reads nothing");
    }

    @Override
    public void close() {}
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void execute_knownLine_isNotReadAgain() {
    assertThat(store.claim("line", 0, 10)).isZero();
    assertThat(store.claim("line", 0, 5)).isEqualTo(10);

    assertThat(ledger.commits()).containsExactly(Map.of("line", 10L), Map.of("line", 15L));
    assertThat(ledger.reads()).isEqualTo(1);
  }

  @Test
  void execute_nothingChanges_doesNotCommit() {
    assertThat(store.compareAndSet("line", 3, 4)).isFalse();

    assertThat(ledger.commits()).isEmpty();
  }

  @Test
  void execute_commitFails_throwsAndReadsAgain() {
    assertThat(store.claim("line", 0, 10)).isZero();
    ledger.failNext(new SQLException("disk I/O error"));

    assertThatThrownBy(() -> store.claim("line", 0, 10))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("reason=disk I/O error, line=line, store=test")
        .hasMessageContaining("may be burned")
        .hasCauseInstanceOf(SQLException.class);
    assertThat(store.claim("line", 0, 10)).isEqualTo(10);
    assertThat(ledger.reads()).isEqualTo(2);
  }

  @Test
  void execute_commitFailsAfterAll_burnsTheRange() {
    store.claim("line", 0, 10);
    ledger.failNext(new SQLException("reply lost"));
    assertThatThrownBy(() -> store.claim("line", 0, 10))
        .isInstanceOf(StoreUnavailableException.class);
    ledger.put("line", 20);

    assertThat(store.claim("line", 0, 10)).isEqualTo(20);
  }

  @Test
  @Tag("long")
  void execute_moreLinesThanTheCache_readsOldOnesAgain() {
    int lines = LedgerEngine.MAX_CACHED_LINES + 1;
    for (int i = 0; i < lines; i++) {
      store.claim("line/" + i, 0, i + 1);
    }
    assertThat(ledger.reads()).isEqualTo(lines);

    assertThat(store.claim("line/" + (lines - 1), 0, 1)).isEqualTo(lines);
    assertThat(ledger.reads()).isEqualTo(lines);
    assertThat(store.claim("line/0", 0, 1)).isEqualTo(1);
    assertThat(ledger.reads()).isEqualTo(lines + 1);
  }
}
