/**
 * The base of Mintmark's tests: the contract that every store keeps, time that moves by hand, a
 * store that fails to order, and an oracle that finds every duplicate.
 */
@NullMarked
package io.mintmark.testkit;

import org.jspecify.annotations.NullMarked;
