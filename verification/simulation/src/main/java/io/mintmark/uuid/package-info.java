/** Gives simulated processes access to package-private state of UUIDs. */
@NullMarked
package io.mintmark.uuid;

import org.jspecify.annotations.NullMarked;
