/** Benchmarks of ids, engines and the server, beside the programs that users would pick instead. */
@NullMarked
package io.mintmark.bench;

import org.jspecify.annotations.NullMarked;
