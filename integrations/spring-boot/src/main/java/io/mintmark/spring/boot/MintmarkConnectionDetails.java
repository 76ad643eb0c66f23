package io.mintmark.spring.boot;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Where the store is, for those who start it themselves: a bean of this type goes before {@code
 * mintmark.store}, as the connection details of Spring Boot go before its properties. Tests with
 * Testcontainers provide one.
 */
public interface MintmarkConnectionDetails extends ConnectionDetails {

  /**
   * Returns the store's URL.
   *
   * @return for example {@code redis://127.0.0.1:32768}
   */
  String store();
}
