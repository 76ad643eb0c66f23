/** What only the package of moving can make for simulated processes. */
@NullMarked
package io.mintmark.moving;

import org.jspecify.annotations.NullMarked;
