/**
 * MongoDB ObjectIds: 12 bytes; within one process none comes twice, however fast they are made.
 */
@NullMarked
package io.mintmark.objectid;

import org.jspecify.annotations.NullMarked;
