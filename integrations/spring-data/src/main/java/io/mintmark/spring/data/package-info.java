/**
 * Ids of Spring Data's entities: a callback of each store fills those that are missing, before an
 * entity is converted for the database.
 */
@NullMarked
package io.mintmark.spring.data;

import org.jspecify.annotations.NullMarked;
