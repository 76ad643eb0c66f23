/** What an application of Spring Boot gets, on each line of Boot that is tested. */
@NullMarked
package io.mintmark.spring.boot;

import org.jspecify.annotations.NullMarked;
