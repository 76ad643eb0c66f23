package io.mintmark.faults;

import io.lettuce.core.api.sync.RedisCommands;
import io.mintmark.faults.Site.Fault;
import io.mintmark.store.jdbc.Engines;
import io.mintmark.store.mongodb.CompatibleServer;
import io.mintmark.store.redis.RedisServers;
import io.mintmark.store.zookeeper.ZooKeeperServers;
import io.mintmark.testkit.BreakableNetwork;
import io.mintmark.testkit.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** An engine that is one process, and keeps what it acknowledges as it is set here. */
final class SingleEngine implements SiteEngine {

  private static final long KILLED_MS = 3_000;
  private static final long READ_ONLY_MS = 12_000;

  private final EngineProcess process;
  private final UrlForm form;
  private final boolean canForget;

  /** What else can befall this engine. */
  private final List<Fault> more;

  private SingleEngine(EngineProcess process, UrlForm form, boolean canForget, List<Fault> more) {
    this.process = process;
    this.form = form;
    this.canForget = canForget;
    this.more = more;
  }

  /** Writes down where an engine is. */
  @FunctionalInterface
  private interface UrlForm {
    String at(String host, int port);
  }

  static SingleEngine mariadb(Path folder) throws Exception {
    return new SingleEngine(Engines.mariadb(folder), Engines::mariadbUrl, false, List.of());
  }

  /** One of three would not vote alone; this one has nobody to ask. */
  static SingleEngine zookeeper(Path folder) throws IOException {
    EngineProcess server = ZooKeeperServers.standalone(folder);
    return new SingleEngine(
        server, (host, port) -> "zookeeper://" + host + ":" + port, false, List.of());
  }

  /** A server that speaks MongoDB's protocol. */
  static SingleEngine mongodb() throws IOException {
    return new SingleEngine(
        CompatibleServer.start(),
        (host, port) -> "mongodb://" + host + ":" + port + "/storm",
        true,
        List.of());
  }

  /** Redis that logs each write before it answers. */
  static SingleEngine redis(Path folder) {
    EngineProcess server = RedisServers.startDurable(folder);
    Fault readOnly = new Fault(
        "no writes taken",
        () -> tell(server, commands -> commands.configSet("min-replicas-to-write", "1")),
        () -> tell(server, commands -> commands.configSet("min-replicas-to-write", "0")),
        READ_ONLY_MS);
    return new SingleEngine(
        server, (host, port) -> "redis://" + host + ":" + port, true, List.of(readOnly));
  }

  private static void tell(EngineProcess server, Consumer<RedisCommands<String, String>> order) {
    boolean unused = RedisServers.ask(server, commands -> {
      order.accept(commands);
      return true;
    });
  }

  @Override
  public int port() {
    return process.port();
  }

  @Override
  public String url(String host, int port) {
    return form.at(host, port);
  }

  @Override
  public boolean canForget() {
    return canForget;
  }

  @Override
  public List<Fault> faults(BreakableNetwork address) {
    List<Fault> all = new ArrayList<>(more);
    all.add(Fault.killed("engine", process, KILLED_MS));
    all.add(Fault.stopped("engine", process::pause, process::resume));
    return all;
  }

  @Override
  public void close() {
    process.close();
  }
}
