/** All frameworks in one application. */
@NullMarked
package io.mintmark.compatibility.frameworks;

import org.jspecify.annotations.NullMarked;
