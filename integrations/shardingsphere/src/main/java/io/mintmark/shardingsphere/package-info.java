/**
 * Mintmark in ShardingSphere-JDBC: algorithms that make the keys of inserted rows, and algorithms
 * that find a row's database and table by its key or by what the key was made for.
 */
@NullMarked
package io.mintmark.shardingsphere;

import org.jspecify.annotations.NullMarked;
