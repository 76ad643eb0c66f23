/** Parts of an application in tests of Spring Boot, without all other auto-configuration. */
@NullMarked
package io.mintmark.spring.slices;

import org.jspecify.annotations.NullMarked;
