/** The house rules, as tests: what may depend on what, how long things are, what docs must keep. */
@NullMarked
package io.mintmark.architecture;

import org.jspecify.annotations.NullMarked;
