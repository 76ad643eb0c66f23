/** Mintmark's ObjectId as a type of the MongoDB driver and of Spring Data. */
@NullMarked
package io.mintmark.bson;

import org.jspecify.annotations.NullMarked;
