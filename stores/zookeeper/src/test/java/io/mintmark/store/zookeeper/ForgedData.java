package io.mintmark.store.zookeeper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/** The data of a server after more writes than a test can make. */
final class ForgedData {

  private final DataTree tree = new DataTree();

  /** Makes a node with a high version, as after many writes. */
  ForgedData node(String path, String text, int version) {
    try {
      byte[] data = text.getBytes(StandardCharsets.UTF_8);
      tree.createNode(path, data, ZooDefs.Ids.OPEN_ACL_UNSAFE, 0, -1, 1, 1);
    } catch (KeeperException e) {
      throw new AssertionError(e);
    }
    tree.getNode(path).stat.setVersion(version);
    return this;
  }

  /** Sets how many children were created below a node. */
  ForgedData childrenMade(String path, int count) {
    tree.getNode(path).stat.setCversion(count);
    return this;
  }

  /** Saves the data where a server in this directory finds it. */
  void save(Path directory) {
    Path data = directory.resolve("data");
    tree.lastProcessedZxid = 1;
    try {
      FileTxnSnapLog files = new FileTxnSnapLog(data.toFile(), data.toFile());
      files.save(tree, new ConcurrentHashMap<>(), true);
      files.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
