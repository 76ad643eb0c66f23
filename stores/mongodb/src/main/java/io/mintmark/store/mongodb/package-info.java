/**
 * A store in a collection of MongoDB: each line is a document, written with majority write concern.
 * Its URL is {@code mongodb://HOST/DATABASE}. Use the builder to share an existing client.
 *
 * <pre>{@code
 * import com.mongodb.client.MongoClient;
 * import com.mongodb.client.MongoClients;
 * import io.mintmark.Mintmark;
 * import io.mintmark.store.mongodb.MongoStore;
 *
 * try (MongoClient client = MongoClients.create("mongodb://127.0.0.1:27017");
 *     MongoStore store = MongoStore.builder().client(client).database("shop").open();
 *     Mintmark mint = Mintmark.open(store)) {
 *   System.out.println(mint.sequence("invoices").next());
 * }
 * }</pre>
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.store.mongodb;

import org.jspecify.annotations.NullMarked;
