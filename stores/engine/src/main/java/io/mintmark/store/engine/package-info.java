/**
 * The parts that every adapter shares: they send the calls of many threads to the engine in one
 * round trip and one commit, and follow the life of an engine that does not say when it began.
 */
@NullMarked
package io.mintmark.store.engine;

import org.jspecify.annotations.NullMarked;
