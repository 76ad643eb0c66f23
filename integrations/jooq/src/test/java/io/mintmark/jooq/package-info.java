@NullMarked
package io.mintmark.jooq;

import org.jspecify.annotations.NullMarked;
