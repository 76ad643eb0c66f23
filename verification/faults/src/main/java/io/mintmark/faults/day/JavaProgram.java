package io.mintmark.faults.day;

import io.mintmark.Mintmark;
import io.mintmark.error.StoreUnavailableException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** Makes ids itself, and claims them from the servers: {@code mintmark://}. */
final class JavaProgram implements Client {

  private final Mintmark mint;
  private final Map<String, Supplier<Object>> generators;

  /**
   * Opens the store.
   *
   * @param servers their addresses, with commas between
   */
  JavaProgram(String servers, Access access) {
    mint = Mintmark.open("mintmark://" + servers + "?tls=true&ca=" + access.root() + "&token-file="
        + access.folder().resolve("shop.token"));
    var orders = mint.sequence("orders");
    var invoices = mint.sequence("invoices", settings -> settings.strict());
    var users = mint.snowflake("users");
    generators = Map.of("orders", orders::next, "invoices", invoices::next, "users", users::next);
  }

  @Override
  public String next(String name) throws Exception {
    try {
      return Objects.requireNonNull(generators.get(name), name).get().toString();
    } catch (StoreUnavailableException e) {
      throw new RefusedException(e.toString());
    }
  }

  @Override
  public void close() {
    mint.close();
  }
}
