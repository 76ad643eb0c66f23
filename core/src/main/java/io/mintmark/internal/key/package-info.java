/** What Mintmark's own modules show of formats and keys, and users do not need. */
@NullMarked
package io.mintmark.internal.key;

import org.jspecify.annotations.NullMarked;
