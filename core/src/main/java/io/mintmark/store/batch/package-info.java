/**
 * For adapters: lets the calls of many threads share a round trip to the engine, and with it one
 * commit.
 */
@NullMarked
package io.mintmark.store.batch;

import org.jspecify.annotations.NullMarked;
