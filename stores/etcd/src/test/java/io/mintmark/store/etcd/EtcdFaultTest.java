package io.mintmark.store.etcd;

import io.mintmark.rigs.EngineFaultContract;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(value = EtcdServer.CONDITION, disabledReason = EtcdServer.LACKING)
@Tag("long")
class EtcdFaultTest extends EngineFaultContract {

  @Override
  protected EngineProcess startEngine() throws IOException {
    return EtcdServer.start();
  }

  @Override
  protected String url(int port) {
    return "etcd://127.0.0.1:" + port;
  }
}
