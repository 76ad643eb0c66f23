/** Tests in applications of Spring Boot, which looks for entities in this package. */
@NullMarked
package io.mintmark.hibernate.spring;

import org.jspecify.annotations.NullMarked;
