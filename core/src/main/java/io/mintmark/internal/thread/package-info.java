/** Threads that must not wait, and what a call on one of them gets instead. */
@NullMarked
package io.mintmark.internal.thread;

import org.jspecify.annotations.NullMarked;
