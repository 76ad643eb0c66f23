/** The annotations of Spring Boot 4. */
@NullMarked
package io.mintmark.compatibility.slices.boot4;

import org.jspecify.annotations.NullMarked;
