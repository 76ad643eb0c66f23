/** A storm of ordinary faults over real processes and engines, and what may not come of it. */
@NullMarked
package io.mintmark.faults;

import org.jspecify.annotations.NullMarked;
