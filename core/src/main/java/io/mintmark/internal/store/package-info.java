/**
 * The layer between generators and any store: it finds the adapter for a URL, notices lines that
 * move to another store, and keeps Mintmark's own lines.
 */
@NullMarked
package io.mintmark.internal.store;

import org.jspecify.annotations.NullMarked;
