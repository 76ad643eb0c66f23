/**
 * Files for adapters and for Mintmark's own state: held by one process at a time, readable only by
 * their owner, and still present after a power cut.
 */
@NullMarked
package io.mintmark.internal.disk;

import org.jspecify.annotations.NullMarked;
