package io.mintmark.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.GroupCommit;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreContext;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LedgerEngineTest {

  private final FakeLedger ledger = new FakeLedger();
  private final GroupCommit commits = new GroupCommit(
      new OpenSettings(
          "test", Duration.ofSeconds(60), Duration.ofSeconds(60), false, StoreContext.system()),
      new LedgerEngine(ledger),
      LedgerEngine.MAX_LINES,
      () -> {});

  @AfterEach
  void close() {
    commits.close();
  }

  @Test
  void execute_knownLine_isNotReadAgain() {
    assertThat(commits.claim("line", 0, 10)).isZero();
    assertThat(commits.claim("line", 0, 5)).isEqualTo(10);

    assertThat(ledger.commits()).containsExactly(Map.of("line", 10L), Map.of("line", 15L));
    assertThat(ledger.reads()).isEqualTo(1);
  }

  @Test
  void execute_nothingChanges_doesNotCommit() {
    assertThat(commits.compareAndSet("line", 3, 4)).isFalse();

    assertThat(ledger.commits()).isEmpty();
  }

  @Test
  void execute_commitFails_throwsAndReadsAgain() {
    assertThat(commits.claim("line", 0, 10)).isZero();
    ledger.failNext(new SQLException("disk I/O error"));

    assertThatThrownBy(() -> commits.claim("line", 0, 10))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("reason=disk I/O error, line=line, store=test")
        .hasMessageContaining("may be burned")
        .hasCauseInstanceOf(SQLException.class);
    assertThat(commits.claim("line", 0, 10)).isEqualTo(10);
    assertThat(ledger.reads()).isEqualTo(2);
  }

  @Test
  void execute_commitFailsAfterAll_burnsTheRange() {
    commits.claim("line", 0, 10);
    ledger.failNext(new SQLException("reply lost"));
    assertThatThrownBy(() -> commits.claim("line", 0, 10))
        .isInstanceOf(StoreUnavailableException.class);
    ledger.put("line", 20);

    assertThat(commits.claim("line", 0, 10)).isEqualTo(20);
  }

  @Test
  @Tag("long")
  void execute_moreLinesThanTheCache_readsOldOnesAgain() {
    int lines = LedgerEngine.MAX_CACHED_LINES + 1;
    for (int i = 0; i < lines; i++) {
      commits.claim("line/" + i, 0, i + 1);
    }
    assertThat(ledger.reads()).isEqualTo(lines);

    assertThat(commits.claim("line/" + (lines - 1), 0, 1)).isEqualTo(lines);
    assertThat(ledger.reads()).isEqualTo(lines);
    assertThat(commits.claim("line/0", 0, 1)).isEqualTo(1);
    assertThat(ledger.reads()).isEqualTo(lines + 1);
  }
}
