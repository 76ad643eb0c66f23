/**
 * Numbers that count up, or round and round, for all processes of one store.
 */
@NullMarked
package io.mintmark.sequence;

import org.jspecify.annotations.NullMarked;
