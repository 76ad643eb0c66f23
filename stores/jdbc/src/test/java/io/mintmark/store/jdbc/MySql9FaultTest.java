package io.mintmark.store.jdbc;

import io.mintmark.rigs.EngineFaultContract;
import io.mintmark.rigs.EngineProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A real MySQL killed, paused and cut off. */
@Tag("long")
final class MySql9FaultTest extends EngineFaultContract {

  @TempDir
  static Path folder;

  @Override
  protected EngineProcess startEngine() throws Exception {
    return Engines.mysql(folder);
  }

  @Override
  protected String url(int port) {
    return Engines.mysqlUrl(port);
  }
}
