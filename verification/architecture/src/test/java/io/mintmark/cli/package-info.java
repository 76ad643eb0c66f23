/** The command line in one process, for the pages' examples. */
@NullMarked
package io.mintmark.cli;

import org.jspecify.annotations.NullMarked;
