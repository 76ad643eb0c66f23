package io.mintmark.store.mongodb;

import io.mintmark.rigs.EngineFaultContract;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import org.junit.jupiter.api.Tag;

@Tag("long")
class MongoFaultTest extends EngineFaultContract {

  @Override
  protected EngineProcess startEngine() throws IOException {
    return CompatibleServer.start();
  }

  @Override
  protected String url(int port) {
    return "mongodb://127.0.0.1:" + port + "/faults";
  }
}
