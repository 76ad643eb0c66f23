/** Lines in ZooKeeper, and its sequential nodes as a sequence. */
@NullMarked
package io.mintmark.store.zookeeper;

import org.jspecify.annotations.NullMarked;
