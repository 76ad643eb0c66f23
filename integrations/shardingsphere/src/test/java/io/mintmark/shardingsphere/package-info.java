/** Tests on ShardingSphere-JDBC over databases in memory. */
@NullMarked
package io.mintmark.shardingsphere;

import org.jspecify.annotations.NullMarked;
