/** A Mintmark and its generators in an application of Spring Boot, by its own properties. */
@NullMarked
package io.mintmark.spring.boot;

import org.jspecify.annotations.NullMarked;
