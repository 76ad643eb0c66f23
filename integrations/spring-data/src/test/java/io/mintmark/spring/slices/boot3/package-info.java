/** Slice tests with the annotations of Spring Boot 3. */
@NullMarked
package io.mintmark.spring.slices.boot3;

import org.jspecify.annotations.NullMarked;
