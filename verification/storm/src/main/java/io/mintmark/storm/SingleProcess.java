package io.mintmark.storm;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lettuce.core.api.sync.RedisCommands;
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
import org.apache.zookeeper.server.PurgeTxnLog;
import org.bson.Document;
import org.bson.types.Binary;

/** An engine of one process, with settings that keep every acknowledged write. */
final class SingleProcess implements Engine {

  private static final long KILLED_MS = 3_000;
  private static final long READ_ONLY_MS = 12_000;
  private static final int DOCUMENT_BYTES = 4 << 20;
  private static final int MAX_DOCUMENTS = 64;
  private static final int KEPT_SNAPSHOTS = 3;

  private final Product product;
  private final Disk disk;
  private final EngineClock clock;
  private final EngineProcess process;

  /** Starts the engine on a disk of its own, so that the disk's faults affect nothing else. */
  private SingleProcess(Path folder, Resources resources, Product product, Start start)
      throws Exception {
    this.product = product;
    this.disk = resources.add(new Disk(data(folder), product.megabytes));
    disk.compile(folder.resolve("faulty-disk"));
    this.clock = new EngineClock(folder.resolve("clock"));
    this.process = resources.add(start.in(folder));
    process.kill();
    process.startedBy(Programs.with(started -> {
      disk.preload(started);
      clock.preload(started);
    }));
    process.restart();
  }

  private static Path data(Path folder) {
    return folder.resolve("data");
  }

  /** Starts an engine in a folder, with all of its data in {@link #data}. */
  @FunctionalInterface
  private interface Start {
    EngineProcess in(Path folder) throws Exception;
  }

  /**
   * The differences between engines.
   *
   * @param url the form of its URL, with the port as its argument
   * @param megabytes the size of its disk: more than it needs in the five minutes between two
   *     backups
   * @param canForget whether its kind can lose acknowledged writes
   * @param needRoom makes it need more space on the disk soon; does nothing if the next claim needs
   *     more space anyway
   * @param tidy removes old files from its folder while it is down
   */
  private record Product(
      String url,
      int megabytes,
      boolean canForget,
      Consumer<EngineProcess> needRoom,
      Consumer<Path> tidy) {

    Product(String url, int megabytes, boolean canForget) {
      this(url, megabytes, canForget, process -> {}, data -> {});
    }
  }

  /**
   * MariaDB with a binary log, which replicas need. Without this log, a full disk would not matter,
   * because a claim needs no more space than the previous claim.
   */
  static SingleProcess mariadb(Path folder, Resources resources) throws Exception {
    String options = "--log-bin=binlog --server-id=1 --sync-binlog=1 --max-binlog-size=8M"
        + " --max-binlog-total-size=32M --slave-connections-needed-for-purge=0";
    Start start = at -> Engines.mariadb(at, options.split(" ", -1));
    String url = "jdbc:mariadb://127.0.0.1:%d/shop?user=root&sslMode=disable";
    return new SingleProcess(folder, resources, new Product(url, 192, false), start);
  }

  /** MySQL with the same settings. Its files are larger than those of MariaDB. */
  static SingleProcess mysql(Path folder, Resources resources) throws Exception {
    String options = "--server-id=1 --max-binlog-size=8M --binlog-expire-logs-seconds=60"
        + " --innodb-redo-log-capacity=16M --innodb-buffer-pool-size=32M";
    Start start = at -> Engines.mysql(at, options.split(" ", -1));
    String url = "jdbc:mysql://127.0.0.1:%d/shop?user=root";
    return new SingleProcess(folder, resources, new Product(url, 512, false), start);
  }

  /** ZooKeeper, which keeps every log and by itself purges them only once an hour. */
  static SingleProcess zookeeper(Path folder, Resources resources) throws Exception {
    Product product =
        new Product("zookeeper://127.0.0.1:%d", 192, false, process -> {}, SingleProcess::purge);
    return new SingleProcess(folder, resources, product, ZooKeeperServers::standalone);
  }

  /** A server that speaks MongoDB's protocol. It reuses space in its file. */
  static SingleProcess mongodb(Path folder, Resources resources) throws Exception {
    Product product = new Product(
        "mongodb://127.0.0.1:%d/storm", 256, true, SingleProcess::insertUntilRefused, data -> {});
    Start start = at -> CompatibleServer.start(at, data(at).resolve("data.mv"));
    return new SingleProcess(folder, resources, product, start);
  }

  /** Redis that logs each write before it answers. */
  static SingleProcess redis(Path folder, Resources resources) throws Exception {
    Start start =
        at -> RedisServers.startDurable(at, "--dir", "data", "--auto-aof-rewrite-min-size", "8mb");
    return new SingleProcess(
        folder, resources, new Product("redis://127.0.0.1:%d", 128, true), start);
  }

  private static void purge(Path data) {
    try {
      PurgeTxnLog.purge(data.toFile(), data.toFile(), KEPT_SNAPSHOTS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Inserts documents until the server refuses one. The documents remain. They fit into the space
   * that the file had left.
   */
  private static void insertUntilRefused(EngineProcess process) {
    byte[] bytes = new byte[DOCUMENT_BYTES];
    new SplittableRandom(0).nextBytes(bytes);
    String url = "mongodb://127.0.0.1:" + process.port()
        + "/?serverSelectionTimeoutMS=2000&socketTimeoutMS=2000";
    try (MongoClient client = MongoClients.create(url)) {
      var ballast = client.getDatabase("storm").getCollection("ballast");
      for (int i = 0; i < MAX_DOCUMENTS; i++) {
        ballast.insertOne(new Document("bytes", new Binary(bytes)));
      }
    } catch (MongoException e) {
      // The disk is full.
      return;
    }
    throw new IllegalStateException("a full disk accepts more: documents=" + MAX_DOCUMENTS);
  }

  private void setReadOnly(boolean only) {
    String replicas = only ? "1" : "0";
    String unused = RedisServers.ask(
        process,
        (RedisCommands<String, String> commands) ->
            commands.configSet("min-replicas-to-write", replicas));
  }

  @Override
  public int port() {
    return process.port();
  }

  @Override
  public String url(int port) {
    return product.url.formatted(port);
  }

  @Override
  public boolean canForget() {
    return product.canForget;
  }

  @Override
  public List<Fault> faults(BreakableNetwork address) {
    List<Fault> all =
        new ArrayList<>(disk.faults(() -> product.needRoom.accept(process), this::bringBack));
    if (product.url.startsWith("redis:")) {
      all.add(new Fault(
          "no writes taken", () -> setReadOnly(true), () -> setReadOnly(false), READ_ONLY_MS));
    }
    all.addAll(clock.faults(product.canForget));
    all.add(new Fault("engine killed", process::kill, process::restart, KILLED_MS));
    all.add(Fault.paused("engine", process::pause, process::resume));
    return all;
  }

  /**
   * Restarts the engine, as an operator would once the disk works. Redis and ZooKeeper have ended
   * by themselves. The other engines wait for minutes before they try again, or do not try.
   */
  private void bringBack() {
    process.kill();
    process.restart();
  }

  @Override
  public Optional<Backup> backup() {
    Path data = data(process.directory());
    return Optional.of(new DiskCopies(List.of(process), data, product.tidy));
  }
}
