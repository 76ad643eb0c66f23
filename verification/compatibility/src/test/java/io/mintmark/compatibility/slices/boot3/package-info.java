/** The annotations of Spring Boot 3. */
@NullMarked
package io.mintmark.compatibility.slices.boot3;

import org.jspecify.annotations.NullMarked;
