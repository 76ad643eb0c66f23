/** The command line: makes, reads and checks ids in a terminal. */
@NullMarked
package io.mintmark.cli;

import org.jspecify.annotations.NullMarked;
