/**
 * Operations on a Mintmark that are only for tests and for Mintmark's own modules, not for users.
 */
@NullMarked
package io.mintmark.internal.access;

import org.jspecify.annotations.NullMarked;
