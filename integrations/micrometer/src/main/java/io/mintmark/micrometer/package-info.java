/** What generators do, as meters of Micrometer. */
@NullMarked
package io.mintmark.micrometer;

import org.jspecify.annotations.NullMarked;
