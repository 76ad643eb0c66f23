/** Reads and writes the JSON of the HTTP interface and the command line. */
@NullMarked
package io.mintmark.json;

import org.jspecify.annotations.NullMarked;
