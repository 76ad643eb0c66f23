/** What only the package of UUIDs can do for simulated processes. */
@NullMarked
package io.mintmark.uuid;

import org.jspecify.annotations.NullMarked;
