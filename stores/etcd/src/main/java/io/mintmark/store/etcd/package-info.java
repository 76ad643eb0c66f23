/**
 * A store in etcd: each line is a key, and transactions that compare its value change it. Its URL
 * is {@code etcd://HOST:2379}. Use the builder to share an existing client.
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
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.store.etcd;

import org.jspecify.annotations.NullMarked;
