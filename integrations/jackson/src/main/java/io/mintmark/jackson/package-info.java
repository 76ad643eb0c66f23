/**
 * Ids in JSON, with Jackson 2 and 3. 64-bit numbers are written as text where JavaScript would
 * round them, and ObjectIds as hex digits.
 *
 * <pre>{@code
 * import io.mintmark.jackson.IdAsText;
 * import io.mintmark.objectid.ObjectId;
 *
 * record User(@IdAsText long id, ObjectId picture, int age) {}
 * }</pre>
 *
 * <p>In Spring Boot, the modules register themselves. Elsewhere, register
 * {@link MintmarkJackson2Module} or {@link MintmarkJackson3Module}.
 *
 * <p>This package is experimental: a minor version may change it.
 */
@NullMarked
package io.mintmark.jackson;

import org.jspecify.annotations.NullMarked;
