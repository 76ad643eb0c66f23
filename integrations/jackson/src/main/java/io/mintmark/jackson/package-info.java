/** Ids in JSON, with Jackson 2 and 3. */
@NullMarked
package io.mintmark.jackson;

import org.jspecify.annotations.NullMarked;
