package io.mintmark.store.jdbc;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.store.ClaimStore;
import io.mintmark.testkit.ClaimStoreContract;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;

/** A real MySQL, where {@value #URL} says a URL: none can be had from the registries. */
final class MySqlContractTest extends ClaimStoreContract {

  private static final String URL = "MINTMARK_TEST_MYSQL";

  private static Optional<String> url() {
    return Optional.ofNullable(System.getenv(URL));
  }

  @BeforeAll
  static void find() {
    assumeTrue(
        url().isPresent(),
        "skipped: " + URL + " is not set; set it to the JDBC URL of a MySQL, for example"
            + " jdbc:mysql://127.0.0.1:3306/test?user=root");
  }

  @Override
  protected ClaimStore open() {
    return JdbcStore.builder()
        .url(url().orElseThrow())
        .table("mintmark_contract")
        .open();
  }
}
