/**
 * Readable keys: text with time, shard, worker, number and check digit, of one width for ever, made
 * from claimed positions; and the routes that they carry.
 */
@NullMarked
package io.mintmark.key;

import org.jspecify.annotations.NullMarked;
