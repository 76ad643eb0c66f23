/** Tests of the starter, with each tested major version of Spring Boot. */
@NullMarked
package io.mintmark.spring.boot;

import org.jspecify.annotations.NullMarked;
