/** The JSON that the HTTP interface and the command line write. */
@NullMarked
package io.mintmark.json;

import org.jspecify.annotations.NullMarked;
