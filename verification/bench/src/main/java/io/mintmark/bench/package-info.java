/** Benchmarks of ids, engines and the server, next to the alternatives that users would choose. */
@NullMarked
package io.mintmark.bench;

import org.jspecify.annotations.NullMarked;
