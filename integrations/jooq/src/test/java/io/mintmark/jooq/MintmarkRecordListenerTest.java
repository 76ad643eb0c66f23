package io.mintmark.jooq;

import static io.mintmark.jooq.Tables.EVENT;
import static io.mintmark.jooq.Tables.ITEM;
import static io.mintmark.jooq.Tables.PURCHASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.jooq.Tables.Event;
import io.mintmark.jooq.Tables.Item;
import io.mintmark.jooq.Tables.Purchase;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.Shards;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which columns are filled, and with which ids. */
class MintmarkRecordListenerTest {

  private final Mintmark mint = Mintmark.open("memory:");

  @BeforeEach
  void openGenerators() {
    mint.sequence("items", s -> s.strict(true));
    mint.uuids("events");
    mint.keys("purchases", k -> k.format("P{db:1}{table:1}{seq:6}").shards(Shards.of(4, 2)));
  }

  @AfterEach
  void close() {
    mint.close();
  }

  private static Config config(Path folder, String generators) throws IOException {
    return Config.load(
        Files.writeString(folder.resolve("mintmark.yaml"), "generators:\n" + generators));
  }

  @Test
  void fill_missingIds_areMadeInOrderAndSetIdsKept() {
    Item kept = Item.named("kept");
    kept.set(ITEM.id, 77L);
    List<Item> items = List.of(Item.named("a"), kept, Item.named("b"));

    MintmarkRecordListener.of(mint).fill(ITEM.id, "items").fill(items);

    assertThat(items).extracting(item -> item.get(ITEM.id)).containsExactly(1L, 77L, 2L);
  }

  @Test
  void fill_routes_eachHaveTheirShard() {
    List<Purchase> bought = Stream.of("ada", "bob", "ada").map(Purchase::of).toList();

    MintmarkRecordListener.of(mint)
        .fill(PURCHASE.id, "purchases", PURCHASE.userId)
        .fill(bought);

    KeyGenerator keys = mint.keys("purchases");
    assertThat(bought)
        .allSatisfy(row -> assertThat(keys.route(row.get(PURCHASE.id)))
            .isEqualTo(Shards.of(4, 2).route(row.get(PURCHASE.userId))));
    assertThat(bought).extracting(row -> row.get(PURCHASE.id)).doesNotHaveDuplicates();
  }

  @Test
  void fill_routeIsNotSet_throwsAndChangesNoRecord() {
    List<Purchase> bought = List.of(Purchase.of("ada"), new Purchase());

    assertThatThrownBy(() -> MintmarkRecordListener.of(mint)
            .fill(PURCHASE.id, "purchases", PURCHASE.userId)
            .fill(bought))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("table=purchase, column=user_id, generator=purchases");
    assertThat(bought.get(0).get(PURCHASE.id)).isNull();
  }

  @Test
  void fill_tablesOfTheConfiguration_areFound(@TempDir Path folder) throws IOException {
    Config config = config(folder, """
          rows: {type: sequence, table: ITEM}
          audit: {type: uuid, table: event, column: ID}
        """);
    Item item = Item.named("a");
    Event event = new Event();

    MintmarkRecordListener.of(mint, config).fill(List.of(item));
    MintmarkRecordListener.of(mint, config).fill(List.of(event));

    assertThat(item.get(ITEM.id)).isEqualTo(1);
    assertThat(event.get(EVENT.id)).isInstanceOf(UUID.class);
  }

  @Test
  void fill_columnOfTheConfigurationAgain_replacesItsGenerator(@TempDir Path folder)
      throws IOException {
    Config config = config(folder, "  rows: {type: sequence, start: 900, table: item}\n");
    Item item = Item.named("a");

    MintmarkRecordListener.of(mint, config).fill(ITEM.id, "items").fill(List.of(item));

    assertThat(item.get(ITEM.id)).isEqualTo(1);
  }

  @Test
  void of_twoGeneratorsOfOneTable_areRefused(@TempDir Path folder) throws IOException {
    Config config =
        config(folder, "  a: {type: sequence, table: item}\n  b: {type: sequence, table: Item}\n");

    assertThatThrownBy(() -> MintmarkRecordListener.of(mint, config))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("two generators have one table: table=Item, generators=a and b");
  }

  @Test
  void fill_columnThatCannotBeFilled_isRefusedByName(@TempDir Path folder) throws IOException {
    MintmarkRecordListener none = MintmarkRecordListener.of(mint);
    MintmarkRecordListener noKey =
        MintmarkRecordListener.of(mint, config(folder, "  e: {type: uuid, table: event}\n"));

    assertRefused(none.fill(ITEM.id, "item"), Item.named("a"), "jOOQ column item.id", "item");
    assertRefused(
        none.fill(ITEM.id, "events"), Item.named("a"), "the type cannot hold", "java.lang.Long");
    assertRefused(none.fill(EVENT.small, "items"), new Event(), "the type cannot hold", "Integer");
    assertRefused(
        none.fill(PURCHASE.id, "purchases"), Purchase.of("ada"), "no column is named for it");
    assertRefused(noKey, new Event(), "no primary key of one column: table=EVENT, generator=e");
  }

  private static void assertRefused(
      MintmarkRecordListener listener, org.jooq.TableRecord<?> row, String... messages) {
    assertThatThrownBy(() -> listener.fill(List.of(row)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(messages);
    assertThat(Arrays.asList(row.intoArray())).filteredOn(Objects::nonNull).hasSizeLessThan(2);
  }
}
