/**
 * For adapters and for Mintmark's own state: files that one process has at a time, that only their
 * owner may read, and that are there after a power cut.
 */
@NullMarked
package io.mintmark.internal.disk;

import org.jspecify.annotations.NullMarked;
