/** The storm, for as long as a build has time for it. */
@NullMarked
package io.mintmark.faults;

import org.jspecify.annotations.NullMarked;
