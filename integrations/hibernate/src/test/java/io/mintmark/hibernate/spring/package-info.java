/** Tests in Spring Boot applications. Spring Boot scans this package for entities. */
@NullMarked
package io.mintmark.hibernate.spring;

import org.jspecify.annotations.NullMarked;
