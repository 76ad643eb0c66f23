/**
 * A store in ZooKeeper: each line is a node. Its URL is {@code zookeeper://HOST:2181/NAMESPACE}.
 * Use the builder to share an existing client.
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
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.store.zookeeper;

import org.jspecify.annotations.NullMarked;
