package io.mintmark.faults;

import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An engine, and a server on it. */
final class EngineSite implements Site {

  private static final long SERVER_DOWN_MS = 2_000;

  private final String name;
  private final Path folder;
  private final SiteEngine engine;
  private final BreakableNetwork network;
  private final EngineProcess server;

  /**
   * Starts the server, and takes the engine over: closes it too if the server does not come up.
   *
   * @param name for the command line and the report
   * @param folder for the files of all processes
   * @param engine running, and new
   */
  EngineSite(String name, Path folder, SiteEngine engine) {
    this.name = name;
    this.folder = folder;
    this.engine = engine;
    this.network = BreakableNetwork.to(engine.port());
    try {
      List<String> store = new ArrayList<>(List.of("--store=" + url(), "--data=state"));
      if (engine.canForget()) {
        store.add("--init");
      }
      this.server = ServerProcess.start(folder.resolve("server"), store, List.of());
    } catch (RuntimeException | AssertionError e) {
      network.close();
      engine.close();
      throw e;
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public BreakableNetwork network() {
    return network;
  }

  @Override
  public String url(String host, int port) {
    return engine.url(host, port);
  }

  @Override
  public EngineProcess server() {
    return server;
  }

  @Override
  public Set<Kind> kinds() {
    return engine.kinds();
  }

  @Override
  public List<Fault> faults() {
    List<Fault> all = new ArrayList<>(engine.faults(network));
    all.add(Fault.cut(network));
    all.addAll(Fault.ofServer(server, SERVER_DOWN_MS));
    return all;
  }

  @Override
  public Optional<Backup> backup() {
    return engine.backup();
  }

  @Override
  public Path files() {
    return folder;
  }

  @Override
  public void close() {
    server.close();
    network.close();
    engine.close();
  }
}
