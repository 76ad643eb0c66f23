/** The conventions, as tests: dependencies, lengths, and the correctness of the documentation. */
@NullMarked
package io.mintmark.architecture;

import org.jspecify.annotations.NullMarked;
