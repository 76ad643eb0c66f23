@NullMarked
package io.mintmark.cli.ids;

import org.jspecify.annotations.NullMarked;
