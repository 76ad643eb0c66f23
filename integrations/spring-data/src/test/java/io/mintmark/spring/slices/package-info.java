/** Slice tests of Spring Boot: parts of an application, without all other auto-configurations. */
@NullMarked
package io.mintmark.spring.slices;

import org.jspecify.annotations.NullMarked;
