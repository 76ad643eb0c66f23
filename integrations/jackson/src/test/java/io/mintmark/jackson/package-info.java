@NullMarked
package io.mintmark.jackson;

import org.jspecify.annotations.NullMarked;
