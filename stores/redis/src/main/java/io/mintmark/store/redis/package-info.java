/**
 * A store in Redis: one server, the primary that Sentinel names, or a cluster. Each line is a hash,
 * and scripts change it. Its URL is {@code redis://HOST}. Use the builder to share an existing
 * client.
 *
 * <pre>{@code
 * import io.lettuce.core.RedisClient;
 * import io.lettuce.core.RedisURI;
 * import io.mintmark.Mintmark;
 * import io.mintmark.store.redis.RedisStore;
 *
 * final class Ids {
 *   static Mintmark open(RedisClient client) {
 *     RedisURI server = RedisURI.create("redis://127.0.0.1:6379");
 *     return Mintmark.open(RedisStore.builder().client(client, server).prefix("shop").open());
 *   }
 * }
 * }</pre>
 *
 * <p>Redis can lose writes that it acknowledged. Snowflakes stay unique nevertheless. Sequences
 * need replicas or {@code appendfsync always}.
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.store.redis;

import org.jspecify.annotations.NullMarked;
