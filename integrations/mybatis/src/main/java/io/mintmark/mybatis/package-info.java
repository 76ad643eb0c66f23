/**
 * Ids of entities in MyBatis and MyBatis-Plus. Before each insert, fields with {@link
 * io.mintmark.mapper.MintmarkId} get an id of the generator that the annotation names.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.mybatis.MintmarkIdInterceptor;
 * import org.apache.ibatis.session.Configuration;
 *
 * Mintmark mint = Mintmark.open("memory:");
 * mint.snowflake("users");
 * Configuration configuration = new Configuration();
 * configuration.addInterceptor(MintmarkIdInterceptor.of(mint));
 * }</pre>
 *
 * <p>In Spring Boot, only the annotation is needed. In MyBatis-Plus, {@code ASSIGN_ID} and {@code
 * ASSIGN_UUID} also work without it: {@link MintmarkIdentifierGenerator} takes the ids from the
 * generator that is configured for the entity's table. There, {@link RouteId} marks the field whose
 * value is the route id of a key with shards.
 *
 * <p>This package is experimental: a minor version may change it.
 */
@NullMarked
package io.mintmark.mybatis;

import org.jspecify.annotations.NullMarked;
