/**
 * Mintmark and its generators as beans in Spring Boot 3.5 and 4. Set {@code mintmark.store} and
 * {@code mintmark.generators.users.type=snowflake}, and inject the generator.
 *
 * <pre>{@code
 * import io.mintmark.snowflake.SnowflakeGenerator;
 * import org.springframework.stereotype.Service;
 *
 * @Service
 * class Users {
 *   private final SnowflakeGenerator ids;
 *
 *   Users(SnowflakeGenerator ids) {
 *     this.ids = ids;
 *   }
 * }
 * }</pre>
 *
 * <p>With Actuator, there are health and metrics too. Applications and tests that start the store
 * themselves, for example in a container, provide {@link MintmarkConnectionDetails}.
 *
 * <p>This package is experimental: a minor version may change it.
 */
@NullMarked
package io.mintmark.spring.boot;

import org.jspecify.annotations.NullMarked;
