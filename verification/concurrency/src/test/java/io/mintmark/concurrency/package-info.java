/** Runs what is in the packages beside it, and tells whether anything forbidden was seen. */
@NullMarked
package io.mintmark.concurrency;

import org.jspecify.annotations.NullMarked;
