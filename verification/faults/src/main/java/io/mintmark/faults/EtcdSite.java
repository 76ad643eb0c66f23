package io.mintmark.faults;

import io.mintmark.testkit.BreakableNetwork;
import io.mintmark.testkit.EngineProcess;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A cluster of one etcd, Debian's, which has no clock to show. */
final class EtcdSite implements Site {

  private final Path folder;
  private final EngineProcess engine;
  private final BreakableNetwork network;
  private final EngineProcess server;

  EtcdSite(Path folder) {
    this.folder = folder;
    int port = EngineProcess.freePort();
    String here = "http://127.0.0.1:" + port;
    String peer = "http://127.0.0.1:" + EngineProcess.freePort();
    this.engine = EngineProcess.start(
        folder.resolve("engine"),
        port,
        List.of(
            EngineProcess.find("etcd").orElseThrow().toString(),
            "--name=alone",
            "--data-dir=data",
            "--listen-client-urls=" + here,
            "--advertise-client-urls=" + here,
            "--listen-peer-urls=" + peer,
            "--initial-advertise-peer-urls=" + peer,
            "--initial-cluster=alone=" + peer));
    this.network = BreakableNetwork.to(port);
    this.server = ServerProcess.start(
        folder.resolve("server"), List.of("--store=" + url(), "--data=state"), Map.of());
  }

  @Override
  public String name() {
    return "etcd";
  }

  @Override
  public BreakableNetwork network() {
    return network;
  }

  @Override
  public String url(String host, int port) {
    return "etcd://" + host + ":" + port;
  }

  @Override
  public String server() {
    return "http://127.0.0.1:" + server.port();
  }

  @Override
  public Set<Kind> kinds() {
    return EnumSet.allOf(Kind.class);
  }

  @Override
  public List<Fault> faults() {
    return List.of(
        new Fault("engine killed", engine::kill, engine::restart, 3_000),
        new Fault("engine stopped in its tracks", engine::pause, engine::resume, 6_000),
        new Fault("network cut", network::cut, network::mend, 6_000),
        new Fault("server killed", server::kill, server::restart, 2_000),
        new Fault("server stopped in its tracks", server::pause, server::resume, 6_000));
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
