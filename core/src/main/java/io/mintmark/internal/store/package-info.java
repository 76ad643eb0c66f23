/**
 * The layer between generators and stores. It finds the adapter for a URL, detects lines (named,
 * durable counters) that are moved to another store, and contains the names of Mintmark's own
 * lines.
 */
@NullMarked
package io.mintmark.internal.store;

import org.jspecify.annotations.NullMarked;
