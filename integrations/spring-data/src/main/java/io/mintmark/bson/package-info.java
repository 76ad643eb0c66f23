/**
 * Mintmark's ObjectId as a type of the MongoDB driver and of Spring Data MongoDB, stored as
 * MongoDB's own type.
 *
 * <pre>{@code
 * import com.mongodb.MongoClientSettings;
 * import io.mintmark.bson.ObjectIdCodecProvider;
 * import org.bson.codecs.configuration.CodecRegistries;
 * import org.bson.codecs.configuration.CodecRegistry;
 *
 * CodecRegistry registry = CodecRegistries.fromRegistries(
 *     CodecRegistries.fromProviders(new ObjectIdCodecProvider()),
 *     MongoClientSettings.getDefaultCodecRegistry());
 * }</pre>
 *
 * <p>In Spring Boot, this happens automatically. {@link BsonObjectIds} converts ids, and makes
 * queries by the time in them.
 *
 * <p>This package is experimental: a minor version may change it.
 */
@NullMarked
package io.mintmark.bson;

import org.jspecify.annotations.NullMarked;
