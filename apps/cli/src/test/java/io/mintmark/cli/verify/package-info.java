@NullMarked
package io.mintmark.cli.verify;

import org.jspecify.annotations.NullMarked;
