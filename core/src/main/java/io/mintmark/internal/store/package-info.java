/**
 * What stands between generators and any store: finding the adapter for a URL, lines that may move
 * to another store, and the lines that Mintmark keeps for itself.
 */
@NullMarked
package io.mintmark.internal.store;

import org.jspecify.annotations.NullMarked;
