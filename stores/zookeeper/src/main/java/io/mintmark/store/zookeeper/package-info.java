/**
 * A store in ZooKeeper: each line is a node. By URL it is {@code zookeeper://HOST:2181/NAMESPACE};
 * use the builder to share a client that you have.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.store.zookeeper.ZooKeeperStore;
 * import org.apache.curator.framework.CuratorFramework;
 *
 * final class Ids {
 *   static Mintmark open(CuratorFramework client) {
 *     return Mintmark.open(ZooKeeperStore.builder().client(client).namespace("/ids").open());
 *   }
 * }
 * }</pre>
 *
 * <p>{@link ZooKeeperSequence} is something else: it goes on with the sequential nodes that
 * published recipes make.
 */
@NullMarked
package io.mintmark.store.zookeeper;

import org.jspecify.annotations.NullMarked;
