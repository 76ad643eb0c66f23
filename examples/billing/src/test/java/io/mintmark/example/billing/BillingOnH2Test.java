package io.mintmark.example.billing;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** As it starts without a profile, in a directory of the test's own. */
@Tag("long")
final class BillingOnH2Test extends BillingContract {

  @Override
  List<String> settings(Path directory) {
    return List.of();
  }
}
