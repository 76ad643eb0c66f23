package io.mintmark.storm;

import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.opentest4j.TestAbortedException;

/**
 * A store, Mintmark's servers on it, and the faults that both can have.
 *
 * @param files the folder for ids and logs
 * @param network leads to the store
 */
record Environment(
    String name,
    Path files,
    Engine engine,
    BreakableNetwork network,
    List<EngineProcess> servers,
    List<Fault> faults) {

  /** The names on the command line. */
  static final List<String> NAMES = List.of(
      "embedded postgresql mariadb mysql mongodb zookeeper etcd redis forgetting-redis service"
          .split(" ", -1));

  private static final long SERVER_DOWN_MS = 2_000;

  /**
   * Starts an environment.
   *
   * @param files an empty folder
   * @param resources closes everything that was started, also if this fails
   * @throws TestAbortedException if this host lacks a program
   */
  static Environment start(String name, Path files, Resources resources, PrintStream out)
      throws Exception {
    Path folder = files.resolve("engine");
    Engine engine = switch (name) {
      case "embedded" -> new Embedded(folder, resources);
      case "postgresql" -> new PostgreSql(folder, resources);
      case "mariadb" -> SingleProcess.mariadb(folder, resources);
      case "mysql" -> SingleProcess.mysql(folder, resources);
      case "mongodb" -> SingleProcess.mongodb(folder, resources);
      case "zookeeper" -> SingleProcess.zookeeper(folder, resources);
      case "etcd" -> new EtcdCluster(folder, resources);
      case "redis" -> SingleProcess.redis(folder, resources);
      case "forgetting-redis" -> new ForgettingRedis(folder, resources);
      case "service" -> new Service(folder, resources, out);
      default -> throw new IllegalArgumentException("no such environment: name=" + name);
    };
    return start(name, engine, files, resources);
  }

  /** Starts what belongs to an engine that is already running. */
  static Environment start(String name, Engine engine, Path files, Resources resources)
      throws Exception {
    BreakableNetwork network = resources.add(BreakableNetwork.to(engine.port()));
    List<Fault> faults = new ArrayList<>(engine.faults(network));
    List<EngineProcess> servers = engine.servers();
    if (servers.isEmpty()) {
      String store = "--store=" + engine.url(network.port());
      EngineProcess server = resources.add(ServerProcess.start(
          files.resolve("server"),
          "",
          engine.canForget()
              ? List.of(store, "--data=state", "--init")
              : List.of(store, "--data=state"),
          List.of()));
      servers = List.of(server);
      faults.addAll(Fault.ofServer(server, SERVER_DOWN_MS, network));
    }
    return new Environment(name, files, engine, network, servers, faults);
  }

  Set<Kind> kinds() {
    return engine.kinds();
  }

  /** The store's URL. */
  String url() {
    return engine.url(network.port());
  }
}
