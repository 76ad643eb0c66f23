/** Tests with ShardingSphere-JDBC and databases in memory. */
@NullMarked
package io.mintmark.shardingsphere;

import org.jspecify.annotations.NullMarked;
