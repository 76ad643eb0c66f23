package io.mintmark.example.shop;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Tests the shop without a profile, in a temporary directory. */
@Tag("long")
final class ShopOnH2Test extends ShopContract {

  @Override
  List<String> settings(Path directory) {
    return List.of();
  }
}
