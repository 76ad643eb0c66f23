/**
 * Says what can be told from many ids that anybody made, one after the other and in bounded memory:
 * who made them, which hosts, until when there is room, what they give away. No I/O but for the
 * temporary files that duplicates need.
 */
@NullMarked
package io.mintmark.cli.check;

import org.jspecify.annotations.NullMarked;
