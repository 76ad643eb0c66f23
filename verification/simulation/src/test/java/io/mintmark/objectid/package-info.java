/** Races inside ObjectId's generator. */
@NullMarked
package io.mintmark.objectid;

import org.jspecify.annotations.NullMarked;
