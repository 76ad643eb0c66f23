/**
 * A store in etcd: each line is a key, changed by transactions on what it held. By URL it is
 * {@code etcd://HOST:2379}; use the builder to share a client that you have.
 *
 * <pre>{@code
 * import io.etcd.jetcd.Client;
 * import io.mintmark.Mintmark;
 * import io.mintmark.store.etcd.EtcdStore;
 *
 * try (Client client = Client.builder().endpoints("http://127.0.0.1:2379").build();
 *     EtcdStore store = EtcdStore.builder().client(client).prefix("/shop").open();
 *     Mintmark mint = Mintmark.open(store)) {
 *   System.out.println(mint.sequence("invoices").next());
 * }
 * }</pre>
 */
@NullMarked
package io.mintmark.store.etcd;

import org.jspecify.annotations.NullMarked;
