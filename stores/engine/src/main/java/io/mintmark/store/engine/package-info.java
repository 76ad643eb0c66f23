/**
 * What every adapter shares: the calls of many threads in one round trip to the engine, and with it
 * in one commit; and the life of an engine that does not say since when it remembers.
 */
@NullMarked
package io.mintmark.store.engine;

import org.jspecify.annotations.NullMarked;
