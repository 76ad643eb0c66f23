/**
 * Files for adapters and for Mintmark's own state. One process at a time holds such a file, only
 * its owner can read it, and it is still present after a power cut.
 */
@NullMarked
package io.mintmark.store.file.internal;

import org.jspecify.annotations.NullMarked;
