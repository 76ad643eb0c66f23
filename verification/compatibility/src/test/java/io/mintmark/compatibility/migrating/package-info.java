/** Mintmark's ids beside those of the libraries that users migrate from. */
@NullMarked
package io.mintmark.compatibility.migrating;

import org.jspecify.annotations.NullMarked;
