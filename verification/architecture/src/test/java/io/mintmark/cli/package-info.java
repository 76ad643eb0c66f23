/** The command line in one process, for the examples of the pages. */
@NullMarked
package io.mintmark.cli;

import org.jspecify.annotations.NullMarked;
