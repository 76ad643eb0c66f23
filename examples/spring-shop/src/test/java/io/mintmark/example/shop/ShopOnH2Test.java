package io.mintmark.example.shop;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** The shop as it starts without a profile, in a directory of the test's own. */
@Tag("long")
final class ShopOnH2Test extends ShopContract {

  @Override
  List<String> settings(Path directory) {
    return List.of();
  }
}
