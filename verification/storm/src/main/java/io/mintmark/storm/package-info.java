/** Real processes, servers and engines under faults whose order a seed decides. */
@NullMarked
package io.mintmark.storm;

import org.jspecify.annotations.NullMarked;
