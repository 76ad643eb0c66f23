/**
 * The exceptions: one small hierarchy under {@link io.mintmark.error.MintmarkException}.
 */
@NullMarked
package io.mintmark.error;

import org.jspecify.annotations.NullMarked;
