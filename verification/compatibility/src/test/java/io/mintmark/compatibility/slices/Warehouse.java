package io.mintmark.compatibility.slices;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application that Spring Boot finds for each of these tests. */
@SpringBootApplication
class Warehouse {}
