package io.mintmark.bench;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Updates;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.lettuce.core.LettuceVersion;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.mintmark.bench.Load.Call;
import io.mintmark.bench.Load.Contender;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.etcd.EtcdServer;
import io.mintmark.store.jdbc.Engines;
import io.mintmark.store.mongodb.CompatibleServer;
import io.mintmark.store.redis.RedisServers;
import io.mintmark.store.zookeeper.ZooKeeperServers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Version;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.bson.Document;
import org.opentest4j.TestAbortedException;

/**
 * An engine with durable writes, and the plain statements that draw a number from it. Each thread
 * has a connection of its own, unless a contender's name states otherwise.
 *
 * @param url the URL of Mintmark's store on it
 */
@SuppressWarnings("ArrayRecordComponent") // Only iterated over.
record Engine(
    EngineProcess process, String version, String url, Runnable closing, Contender... statements)
    implements AutoCloseable {

  private static final int ZOOKEEPER_TIMEOUT_MS = 30_000;

  private static final ByteSequence COUNTER = bytes("plain/counter");

  /** More attempts than 64 threads need. */
  private static final int MAX_TRIES = 10_000;

  /** Starts an engine in a folder. */
  @FunctionalInterface
  interface Start {
    Engine in(Path folder) throws Exception;
  }

  /** Each engine by its name in the arguments. */
  static final Map<String, Start> ALL = new TreeMap<>(Map.of(
      "postgresql", Engine::postgres,
      "mariadb", Engine::mariadb,
      "redis", Engine::redis,
      "etcd", Engine::etcd,
      "zookeeper", Engine::zooKeeper,
      "mongodb", Engine::mongodb));

  List<Contender> plain() {
    return List.of(statements);
  }

  @Override
  public void close() {
    closing.run();
    process.close();
  }

  private static Engine postgres(Path folder) throws Exception {
    EngineProcess process = Engines.postgres(folder);
    String url = Engines.postgresUrl(process.port());
    String update = "UPDATE counter SET n = n + 1 WHERE id = 1 RETURNING n";
    return jdbc(process, url, "`UPDATE ... RETURNING`", update, "SELECT nextval('numbers')");
  }

  private static Engine mariadb(Path folder) throws Exception {
    EngineProcess process = Engines.mariadb(folder);
    String url = Engines.mariadbUrl(process.port());
    String update = "UPDATE counter SET n = LAST_INSERT_ID(n + 1) WHERE id = 1";
    return jdbc(process, url, "`UPDATE`, `LAST_INSERT_ID`", update, "SELECT NEXTVAL(numbers)");
  }

  private static Engine jdbc(
      EngineProcess process, String url, String name, String update, String nextval)
      throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE counter (id int PRIMARY KEY, n bigint)");
      statement.execute("INSERT INTO counter VALUES (1, 0)");
      statement.execute("CREATE SEQUENCE numbers");
      DatabaseMetaData about = connection.getMetaData();
      String product = about.getDatabaseProductName() + " " + about.getDatabaseProductVersion();
      return new Engine(
          process,
          product + ", " + about.getDriverName() + " " + about.getDriverVersion(),
          url,
          () -> {},
          new Contender(name, () -> statement(url, update)),
          new Contender("`SELECT nextval`", () -> statement(url, nextval)));
    }
  }

  /** A statement that returns a number, either as its result or with its acknowledgement. */
  private static Call statement(String url, String sql) throws Exception {
    boolean acknowledged = sql.contains("LAST_INSERT_ID");
    Connection connection = DriverManager.getConnection(url);
    PreparedStatement statement = acknowledged
        ? connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)
        : connection.prepareStatement(sql);
    return new Call(
        () -> {
          statement.execute();
          try (ResultSet answer =
              acknowledged ? statement.getGeneratedKeys() : statement.getResultSet()) {
            answer.next();
            return answer.getLong(1);
          }
        },
        connection);
  }

  private static Engine redis(Path folder) {
    EngineProcess process = RedisServers.startDurable(folder);
    RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", process.port()));
    RedisCommands<String, String> shared = client.connect().sync();
    String version = shared.info("server").replaceAll("(?s).*redis_version:(\\S+).*", "$1");
    return new Engine(
        process,
        "Redis " + version + ", `appendfsync always`, Lettuce " + LettuceVersion.getVersion(),
        "redis://127.0.0.1:" + process.port(),
        client::shutdown,
        new Contender("`INCR`", () -> {
          StatefulRedisConnection<String, String> own = client.connect();
          return new Call(() -> own.sync().incr("plain"), own);
        }),
        Contender.shared("`INCR`, all on one connection", () -> shared.incr("plain")));
  }

  private static Engine mongodb(Path folder) {
    EngineProcess process = CompatibleServer.start(folder, folder.resolve("data.mv"));
    String url = "mongodb://127.0.0.1:" + process.port() + "/shop";
    MongoClient client = MongoClients.create(url + "?maxPoolSize=64&w=majority&journal=true");
    MongoCollection<Document> counters = client.getDatabase("shop").getCollection("plain");
    Object unused = counters.insertOne(new Document("_id", "plain").append("n", 0L));
    // For the number after this change, this server may return the number after the next change.
    // The number before this change is always right.
    FindOneAndUpdateOptions before =
        new FindOneAndUpdateOptions().returnDocument(ReturnDocument.BEFORE);
    Document about = client.getDatabase("admin").runCommand(new Document("buildInfo", 1));
    return new Engine(
        process,
        "mongo-java-server (as MongoDB " + about.getString("version")
            + "), its file synced after each command, the driver's pool of 64",
        url,
        client::close,
        Contender.shared(
            "`findAndModify`, `$inc`",
            () -> counters
                .findOneAndUpdate(Filters.eq("plain"), Updates.inc("n", 1L), before)
                .getLong("n")));
  }

  /** The calls of all threads share a gRPC connection. */
  private static Engine etcd(Path folder) throws Exception {
    if (!EtcdServer.isInstalled()) {
      throw new TestAbortedException(EtcdServer.LACKING);
    }
    EngineProcess process = EtcdServer.start(1).get(0);
    String endpoint = "http://127.0.0.1:" + process.port();
    Client client = Client.builder().endpoints(endpoint).build();
    KV kv = client.getKVClient();
    Object unused = kv.put(COUNTER, bytes("0")).get();
    ByteSequence put = bytes("plain/put");
    return new Engine(
        process,
        "etcd " + client.getMaintenanceClient().statusMember(endpoint).get().getVersion()
            + ", one member, jetcd",
        "etcd://127.0.0.1:" + process.port(),
        client::close,
        new Contender("`txn`: compare, put, again if changed", () -> compareAndPut(kv)),
        Contender.shared(
            "`put`, its revision is the number",
            () -> kv.put(put, put).get().getHeader().getRevision()));
  }

  /** Starts from the value of the last answer, and repeats until no other thread was faster. */
  private static Call compareAndPut(KV kv) {
    AtomicReference<ByteSequence> last = new AtomicReference<>(bytes("0"));
    return new Call(
        () -> {
          for (int i = 0; i < MAX_TRIES; i++) {
            long next = Long.parseLong(String.valueOf(last.get())) + 1;
            ByteSequence written = bytes(Long.toString(next));
            TxnResponse answer = kv.txn()
                .If(new Cmp(COUNTER, Cmp.Op.EQUAL, CmpTarget.value(last.get())))
                .Then(Op.put(COUNTER, written, PutOption.DEFAULT))
                .Else(Op.get(COUNTER, GetOption.DEFAULT))
                .commit()
                .get();
            if (answer.isSucceeded()) {
              last.set(written);
              return next;
            }
            last.set(answer.getGetResponses().get(0).getKvs().get(0).getValue());
          }
          throw new IllegalStateException("another thread was first each time");
        },
        () -> {});
  }

  private static ByteSequence bytes(String text) {
    return ByteSequence.from(text, StandardCharsets.UTF_8);
  }

  private static Engine zooKeeper(Path folder) throws Exception {
    EngineProcess process = ZooKeeperServers.standalone(folder);
    String address = "127.0.0.1:" + process.port();
    byte[] empty = {};
    ZooKeeper session = session(address);
    String unused = session.create("/plain", empty, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    session.close();
    return new Engine(
        process,
        "ZooKeeper " + Version.getVersion() + ", one server, its own client",
        "zookeeper://" + address,
        () -> {},
        new Contender("a sequential node, deleted without waiting", () -> {
          ZooKeeper own = session(address);
          return new Call(
              () -> {
                String made = own.create(
                    "/plain/n-", empty, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT_SEQUENTIAL);
                own.delete(made, -1, (code, path, context) -> {}, null);
                return Long.parseLong(made.substring("/plain/n-".length()));
              },
              own);
        }),
        new Contender("`setData`, its version is the number", () -> {
          ZooKeeper own = session(address);
          return new Call(() -> own.setData("/plain", empty, -1).getVersion(), own);
        }));
  }

  private static ZooKeeper session(String address) throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    ZooKeeper session =
        new ZooKeeper(address, ZOOKEEPER_TIMEOUT_MS, event -> connected.countDown());
    if (!connected.await(ZOOKEEPER_TIMEOUT_MS, TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("no session: address=" + address);
    }
    return session;
  }
}
