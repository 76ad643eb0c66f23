package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.Line;
import io.mintmark.store.remote.RemoteStore;
import io.mintmark.testkit.ClaimStoreContract;
import io.mintmark.testkit.Race;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the contract tests through a server in its own process. */
@Tag("long")
class RemoteStoreContractTest extends ClaimStoreContract {

  private static final int LINES = 10_001;
  private static final int CLAIMANTS = 64;

  @TempDir
  private static Path directory;

  private static EngineProcess server;

  @BeforeAll
  static void start() {
    server = StoreServer.start(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  protected LineStore open() {
    return RemoteStore.builder().url("mintmark://127.0.0.1:" + server.port()).open();
  }

  @Test
  void lines_moreThanOnePage_areAllListed() {
    try (LineStore store = open()) {
      Race.run(CLAIMANTS, index -> {
        for (int i = index; i < LINES; i += CLAIMANTS) {
          store.claim("many/" + i, 0, 1);
        }
        return 0;
      });

      assertThat(store.lines("many/"))
          .hasSize(LINES)
          .extracting(Line::name)
          .doesNotHaveDuplicates()
          .isSorted();
    }
  }
}
