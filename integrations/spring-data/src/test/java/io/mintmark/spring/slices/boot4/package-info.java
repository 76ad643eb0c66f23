/** Slice tests with the annotations of Spring Boot 4. */
@NullMarked
package io.mintmark.spring.slices.boot4;

import org.jspecify.annotations.NullMarked;
