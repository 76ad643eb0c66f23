/**
 * The layer between generators and any store: it finds the adapter for a URL, detects lines that
 * are moved to another store, and contains Mintmark's own lines.
 */
@NullMarked
package io.mintmark.internal.store;

import org.jspecify.annotations.NullMarked;
