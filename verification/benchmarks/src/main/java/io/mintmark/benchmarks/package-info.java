/** Each kind of id beside those of the libraries that users would pick instead. */
@NullMarked
package io.mintmark.benchmarks;

import org.jspecify.annotations.NullMarked;
