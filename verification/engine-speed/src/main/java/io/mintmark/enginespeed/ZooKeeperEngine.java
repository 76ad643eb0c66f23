package io.mintmark.enginespeed;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.zookeeper.ZooKeeperServers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Version;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;

/** One ZooKeeper server, which syncs its log before it answers. */
final class ZooKeeperEngine implements Engine {

  private static final String PARENT = "/plain";
  private static final String NODE = PARENT + "/n-";
  private static final String VERSIONED = "/plain-version";
  private static final byte[] NOTHING = {};
  private static final int TIMEOUT_MS = 30_000;

  private final EngineProcess process;

  ZooKeeperEngine(Path folder) throws Exception {
    process = ZooKeeperServers.standalone(folder);
    ZooKeeper session = connect();
    for (String path : List.of(PARENT, VERSIONED)) {
      String unused = session.create(path, NOTHING, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    }
    session.close();
  }

  private String address() {
    return "127.0.0.1:" + process.port();
  }

  private ZooKeeper connect() throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    ZooKeeper session = new ZooKeeper(address(), TIMEOUT_MS, event -> {
      if (event.getState() == KeeperState.SyncConnected) {
        connected.countDown();
      }
    });
    if (!connected.await(TIMEOUT_MS, TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("no session: address=" + address());
    }
    return session;
  }

  @Override
  public String version() {
    return "ZooKeeper %s, one server, its own client".formatted(Version.getVersion());
  }

  @Override
  public String url() {
    return "zookeeper://" + address();
  }

  @Override
  public List<Contender> plain() {
    return List.of(
        new Contender("a sequential node, removed behind", () -> new SequentialNode(connect())),
        new Contender("`setData`, its version is the number", () -> new Node(connect())));
  }

  @Override
  public void close() {
    process.close();
  }

  /** Does not wait until its nodes are removed. */
  private record SequentialNode(ZooKeeper session) implements Drawing {

    @Override
    public long next() throws Exception {
      String made =
          session.create(NODE, NOTHING, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT_SEQUENTIAL);
      session.delete(made, -1, (code, path, context) -> {}, null);
      return Long.parseLong(made.substring(NODE.length()));
    }

    @Override
    public void close() throws InterruptedException {
      session.close();
    }
  }

  private record Node(ZooKeeper session) implements Drawing {

    @Override
    public long next() throws Exception {
      return session.setData(VERSIONED, NOTHING, -1).getVersion();
    }

    @Override
    public void close() throws InterruptedException {
      session.close();
    }
  }
}
