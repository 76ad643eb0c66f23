/** Mintmark's ids beside those of the libraries that people come from. */
@NullMarked
package io.mintmark.compatibility.migrating;

import org.jspecify.annotations.NullMarked;
