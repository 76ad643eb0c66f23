/** All frameworks in one application. */
@NullMarked
package io.mintmark.verification.frameworks;

import org.jspecify.annotations.NullMarked;
