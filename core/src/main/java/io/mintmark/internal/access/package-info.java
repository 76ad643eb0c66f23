/** What tests and Mintmark's own modules may do with a Mintmark, and users may not. */
@NullMarked
package io.mintmark.internal.access;

import org.jspecify.annotations.NullMarked;
