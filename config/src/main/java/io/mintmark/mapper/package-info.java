/**
 * The annotation for the ids of entities, which every mapper's integration reads. Each mapper fills
 * such an id before it inserts the entity.
 *
 * <pre>{@code
 * import io.mintmark.mapper.MintmarkId;
 *
 * class User {
 *   @MintmarkId("users")
 *   Long id;
 * }
 * }</pre>
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.mapper;

import org.jspecify.annotations.NullMarked;
