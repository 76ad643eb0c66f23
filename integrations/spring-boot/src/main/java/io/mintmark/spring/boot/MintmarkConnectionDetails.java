package io.mintmark.spring.boot;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * The store's address, for applications and tests that start the store themselves. A bean of this
 * type takes precedence over {@code mintmark.store}, in the same way as Spring Boot's connection
 * details take precedence over its properties. Tests with Testcontainers provide such a bean.
 */
public interface MintmarkConnectionDetails extends ConnectionDetails {

  /**
   * Returns the store's URL.
   *
   * @return for example {@code redis://127.0.0.1:32768}
   */
  String store();
}
