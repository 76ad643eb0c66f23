package io.mintmark.faults;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lettuce.core.api.sync.RedisCommands;
import io.mintmark.faults.Site.Backup;
import io.mintmark.faults.Site.Fault;
import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import io.mintmark.store.mongodb.CompatibleServer;
import io.mintmark.store.redis.RedisServers;
import io.mintmark.store.zookeeper.ZooKeeperServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.zookeeper.server.PurgeTxnLog;
import org.bson.Document;
import org.bson.types.Binary;

/** An engine that is one process, and keeps what it acknowledges as it is set here. */
final class SingleEngine implements SiteEngine {

  private static final long KILLED_MS = 3_000;
  private static final long READ_ONLY_MS = 12_000;
  private static final int DOCUMENT_BYTES = 4 << 20;
  private static final int MAX_DOCUMENTS = 64;
  private static final int KEPT_SNAPSHOTS = 3;

  private final Parts parts;
  private final SiteDisk disk;
  private final SiteClock clock;
  private final EngineProcess process;

  /** Starts the engine on a disk of its own, so that the disk's faults reach nothing else. */
  private SingleEngine(Path folder, Parts parts) throws Exception {
    this.parts = parts;
    this.disk = new SiteDisk(data(folder), parts.megabytes, folder.resolve("faulty-disk"));
    this.clock = new SiteClock(folder.resolve("clock"));
    try {
      process = parts.start.in(folder);
      process.kill();
      process.startedBy(Programs.with(this::preload));
      process.restart();
    } catch (Exception | AssertionError e) {
      disk.close();
      throw e;
    }
  }

  private void preload(ProcessBuilder started) {
    disk.preload(started);
    clock.preload(started);
  }

  private static Path data(Path folder) {
    return folder.resolve("data");
  }

  /** Writes down where an engine is. */
  @FunctionalInterface
  private interface UrlForm {
    String at(String host, int port);
  }

  /** Starts an engine in a folder, with all that it keeps in {@link #data}. */
  @FunctionalInterface
  private interface Start {
    EngineProcess in(Path folder) throws Exception;
  }

  /**
   * What one engine has and others have not.
   *
   * @param megabytes its disk: more than it takes in the five minutes between two backups
   * @param canForget whether its kind can lose what it acknowledged
   * @param needRoom makes it need room on the disk soon, where the next claim does not
   * @param more what else can befall it
   * @param tidy removes from its folder what it never needs again, while it is down
   */
  private record Parts(
      Start start,
      UrlForm form,
      int megabytes,
      boolean canForget,
      Consumer<EngineProcess> needRoom,
      Function<EngineProcess, List<Fault>> more,
      Consumer<Path> tidy) {

    Parts(Start start, UrlForm form, int megabytes, boolean canForget) {
      this(start, form, megabytes, canForget, process -> {}, process -> List.of(), data -> {});
    }

    Parts tidied(Consumer<Path> how) {
      return new Parts(start, form, megabytes, canForget, needRoom, more, how);
    }
  }

  /** With a binary log, as for replicas: without it a claim needs no more room than the last. */
  static SingleEngine mariadb(Path folder) throws Exception {
    Start start = at -> Engines.mariadb(
        at,
        "--log-bin=binlog",
        "--server-id=1",
        "--sync-binlog=1",
        "--max-binlog-size=8M",
        "--max-binlog-total-size=32M",
        "--slave-connections-needed-for-purge=0");
    return new SingleEngine(folder, new Parts(start, Engines::mariadbUrl, 192, false));
  }

  /**
   * One of three would not vote alone; this one has nobody to ask. It keeps every log, and by
   * itself purges them once an hour at the most.
   */
  static SingleEngine zookeeper(Path folder) throws Exception {
    UrlForm form = (host, port) -> "zookeeper://" + host + ":" + port;
    Parts parts = new Parts(ZooKeeperServers::standalone, form, 192, false);
    return new SingleEngine(folder, parts.tidied(SingleEngine::purge));
  }

  /** A server that speaks MongoDB's protocol. It uses room in its file again. */
  static SingleEngine mongodb(Path folder) throws Exception {
    Start start = at -> CompatibleServer.start(at, data(at).resolve("data.mv"));
    UrlForm form = (host, port) -> "mongodb://" + host + ":" + port + "/storm";
    Consumer<EngineProcess> needRoom =
        process -> insertUntilRefused(form.at("127.0.0.1", process.port()));
    return new SingleEngine(
        folder, new Parts(start, form, 256, true, needRoom, process -> List.of(), at -> {}));
  }

  /** Redis that logs each write before it answers. */
  static SingleEngine redis(Path folder) throws Exception {
    Start start =
        at -> RedisServers.startDurable(at, "--dir", "data", "--auto-aof-rewrite-min-size", "8mb");
    UrlForm form = (host, port) -> "redis://" + host + ":" + port;
    return new SingleEngine(
        folder,
        new Parts(
            start,
            form,
            128,
            true,
            process -> {},
            process -> List.of(readOnly(process)),
            at -> {}));
  }

  private static void purge(Path data) {
    try {
      PurgeTxnLog.purge(data.toFile(), data.toFile(), KEPT_SNAPSHOTS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What was inserted stays; it is no more than fitted into the room that the file had left. */
  private static void insertUntilRefused(String url) {
    byte[] bytes = new byte[DOCUMENT_BYTES];
    new SplittableRandom(0).nextBytes(bytes);
    try (MongoClient client =
        MongoClients.create(url + "?serverSelectionTimeoutMS=2000&socketTimeoutMS=2000")) {
      for (int i = 0; i < MAX_DOCUMENTS; i++) {
        client
            .getDatabase("storm")
            .getCollection("ballast")
            .insertOne(new Document("bytes", new Binary(bytes)));
      }
    } catch (MongoException e) {
      // The disk is full.
      return;
    }
    throw new IllegalStateException("a full disk takes more: documents=" + MAX_DOCUMENTS);
  }

  private static Fault readOnly(EngineProcess server) {
    return new Fault(
        "no writes taken",
        () -> tell(server, commands -> commands.configSet("min-replicas-to-write", "1")),
        () -> tell(server, commands -> commands.configSet("min-replicas-to-write", "0")),
        READ_ONLY_MS);
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
    return parts.form.at(host, port);
  }

  @Override
  public boolean canForget() {
    return parts.canForget;
  }

  @Override
  public List<Fault> faults(BreakableNetwork address) {
    List<Fault> all = new ArrayList<>(parts.more.apply(process));
    all.addAll(disk.faults(() -> parts.needRoom.accept(process), this::bringBack));
    all.addAll(clock.faults(parts.canForget));
    all.add(Fault.killed("engine", process, KILLED_MS));
    all.add(Fault.stopped("engine", process::pause, process::resume));
    return all;
  }

  /**
   * What an operator does when the disk is well: Redis and ZooKeeper have ended by themselves, the
   * others wait for minutes before they try again, or not at all.
   */
  private void bringBack() {
    process.kill();
    process.restart();
  }

  @Override
  public Optional<Backup> backup() {
    return Optional.of(new DiskCopies(List.of(process), data(process.directory()), parts.tidy));
  }

  @Override
  public void close() {
    process.close();
    disk.close();
  }
}
