package io.mintmark.store.mongodb;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.mintmark.internal.store.LineStore;
import io.mintmark.testkit.ClaimStoreContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract on the wire-compatible server. */
@Tag("long")
class MongoStoreContractTest extends ClaimStoreContract {

  private static MongoServer server;
  private static String url;

  @BeforeAll
  static void start() {
    server = new MongoServer(new MemoryBackend());
    url = server.bindAndGetConnectionString() + "/contract";
  }

  @AfterAll
  static void stop() {
    server.shutdownNow();
  }

  @Override
  protected LineStore open() {
    return MongoStore.builder().url(url).timeout(MongoStore.DEFAULT_TIMEOUT).open();
  }
}
