package io.mintmark.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteLedgerTest {

  @TempDir
  private Path directory;

  private FileStore store;

  @BeforeEach
  void open() {
    store = FileStore.open(directory);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void execute_nothingChanges_doesNotCommit() throws IOException {
    Path log = directory.resolve(LineFile.NAME + "-wal");
    store.claim("line", 0, 1);
    long bytes = Files.size(log);

    assertThat(store.compareAndSet("line", 3, 4)).isFalse();
    assertThat(Files.size(log)).isEqualTo(bytes);
    assertThat(store.compareAndSet("line", 1, 4)).isTrue();
    assertThat(Files.size(log)).isGreaterThan(bytes);
  }

  @Test
  @Tag("long")
  void execute_moreLinesThanTheCache_readsOldOnesAgain() {
    int lines = SqliteLedger.MAX_CACHED_LINES + SqliteLedger.MAX_LINES;
    for (int from = 0; from < lines; from += SqliteLedger.MAX_LINES) {
      List<LongSupplier> claims = new ArrayList<>();
      for (int i = from; i < from + SqliteLedger.MAX_LINES; i++) {
        claims.add(store.beginClaim("line/" + i, 0, i + 1));
      }
      assertThat(claims).allMatch(claim -> claim.getAsLong() == 0);
    }

    assertThat(store.claim("line/" + (lines - 1), 0, 1)).isEqualTo(lines);
    assertThat(store.claim("line/0", 0, 1)).isEqualTo(1);
  }
}
