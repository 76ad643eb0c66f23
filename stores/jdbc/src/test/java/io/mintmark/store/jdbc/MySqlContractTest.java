package io.mintmark.store.jdbc;

import io.mintmark.store.ClaimStore;
import io.mintmark.testkit.ClaimStoreContract;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** A real MySQL, where an environment variable has its URL: none can be had from the registries. */
@EnabledIfEnvironmentVariable(
    named = MySqlContractTest.URL,
    matches = "jdbc:.*",
    disabledReason =
        "set it to the JDBC URL of a MySQL: jdbc:mysql://127.0.0.1:3306/test?user=root")
final class MySqlContractTest extends ClaimStoreContract {

  static final String URL = "MINTMARK_TEST_MYSQL";

  @Override
  protected ClaimStore open() {
    return JdbcStore.builder()
        .url(System.getenv(URL))
        .table("mintmark_contract")
        .open();
  }
}
