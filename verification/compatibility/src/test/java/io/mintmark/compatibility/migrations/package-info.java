/** An application whose database is changed by migrations before Mintmark uses it. */
@NullMarked
package io.mintmark.compatibility.migrations;

import org.jspecify.annotations.NullMarked;
