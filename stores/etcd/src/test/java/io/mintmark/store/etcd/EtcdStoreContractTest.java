package io.mintmark.store.etcd;

import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.testkit.ClaimStoreContract;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(value = EtcdServer.CONDITION, disabledReason = EtcdServer.LACKING)
@Tag("long")
class EtcdStoreContractTest extends ClaimStoreContract {

  private static EngineProcess server;

  @BeforeAll
  static void start() throws IOException {
    server = EtcdServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  protected LineStore open() {
    return EtcdStore.builder()
        .url(EtcdServer.url(server))
        .timeout(EtcdStore.DEFAULT_TIMEOUT)
        .open();
  }
}
