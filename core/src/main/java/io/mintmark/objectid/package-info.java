/**
 * MongoDB ObjectIds: 12 bytes, without a duplicate in one process at any rate.
 */
@NullMarked
package io.mintmark.objectid;

import org.jspecify.annotations.NullMarked;
