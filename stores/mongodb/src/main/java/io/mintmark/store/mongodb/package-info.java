/** Lines in a collection of MongoDB, one document a line, written with majority write concern. */
@NullMarked
package io.mintmark.store.mongodb;

import org.jspecify.annotations.NullMarked;
