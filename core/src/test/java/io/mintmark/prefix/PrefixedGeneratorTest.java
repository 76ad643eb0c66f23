package io.mintmark.prefix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.generator.Generator;
import io.mintmark.objectid.ObjectId;
import io.mintmark.sequence.Sequence;
import io.mintmark.store.MemoryStore;
import io.mintmark.uuid.TypeId;
import io.mintmark.uuid.UuidText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrefixedGeneratorTest {

  private final MemoryStore store = new MemoryStore();
  private final Mintmark mint = Mintmark.open(store);

  @AfterEach
  void close() {
    mint.close();
  }

  private PrefixedGenerator orders() {
    return mint.prefixed("orders", p -> p.prefix("ord").checkDigit().sequence(s -> {}));
  }

  @Test
  void next_eachKind_isItsTextAfterThePrefix() {
    PrefixedGenerator flakes = mint.prefixed("flakes", p -> p.prefix("user").snowflake(s -> {}));
    PrefixedGenerator uuids = mint.prefixed("uuids", p -> p.prefix("a_b").uuids(u -> u.version(4)));
    PrefixedGenerator objects = mint.prefixed("objects", p -> p.prefix("doc").objectIds());

    assertThat(flakes.next()).matches("user_[1-9]\\d{17,18}");
    assertThat(UuidText.parse(uuids.parse(uuids.next())).version()).isEqualTo(4);
    assertThat(objects.parse(objects.next())).matches(ObjectId::isValid);
    assertThat(orders().nextBatch(3)).containsExactly("ord_14", "ord_22", "ord_3z");
    assertThat(orders().nextBatchAsync(2).join()).containsExactly("ord_4x", "ord_5v");
    assertThat(orders().nextTextBatch(1)).containsExactly("ord_6t");
    assertThat(List.of(flakes.kind(), uuids.kind(), objects.kind(), orders().kind()))
        .containsExactly("snowflake", "uuid", "objectid", "sequence");
    assertThat(orders().made()).isEqualTo(6);
    assertThat(orders().describe().facts())
        .containsEntry("prefix", "ord")
        .containsEntry("check-digit", "iso7064-37-36");
  }

  @Test
  void next_typeIdsEveryWay_risesAndHasThePrefixAndVersion7() {
    PrefixedGenerator members = mint.prefixed("members", p -> p.prefix("member").typeIds());
    List<TypeId> ids = new ArrayList<>();
    ids.add(TypeId.parse(members.next(), "member"));
    members.nextBatch(100).forEach(text -> ids.add(TypeId.parse(text, "member")));
    members.nextBatchAsync(100).join().forEach(text -> ids.add(TypeId.parse(text, "member")));
    members.nextTextBatch(100).forEach(text -> ids.add(TypeId.parse(text, "member")));

    assertThat(ids).isSorted().doesNotHaveDuplicates().hasSize(301);
    assertThat(ids).allMatch(id -> id.uuid().version() == 7);
    assertThat(members.made()).isEqualTo(301);
  }

  @Test
  void next_typeIdsOfSeveralPrefixes_areDifferent() {
    Set<String> texts = new HashSet<>();
    for (String prefix : List.of("", "a", "a_a", "aa")) {
      texts.addAll(
          mint.prefixed("of" + prefix, p -> p.prefix(prefix).typeIds()).nextTextBatch(1_000));
    }
    assertThat(texts).hasSize(4_000);
  }

  @Test
  void prefixed_sameName_returnsOneGeneratorOfOnePrefix() {
    PrefixedGenerator members = mint.prefixed("members", p -> p.prefix("member").typeIds());

    assertThat(mint.prefixed("members")).isSameAs(members);
    assertThat(List.of(members.kind(), members.describe().kind()))
        .containsExactly("typeid", "typeid");
    assertThat(members.describe().facts())
        .containsEntry("prefix", "member")
        .containsKey("time-ends");
    for (Consumer<PrefixedBuilder> others : List.<Consumer<PrefixedBuilder>>of(
        p -> p.prefix("user").typeIds(), p -> p.prefix("member").uuids(u -> {}))) {
      assertThatThrownBy(() -> mint.prefixed("members", others))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("the name is in use with other settings");
    }
  }

  @Test
  void read_typeId_returnsItsUuidAndWriteReversesIt() {
    PrefixedGenerator members = mint.prefixed("members", p -> p.prefix("member").typeIds());
    String made = members.next();

    assertThat(members.parse(made)).isEqualTo(TypeId.parse(made).uuid().toString());
    assertThat(members.write(members.parse(made))).isEqualTo(made);
    for (String wrong : List.of(made.toUpperCase(Locale.ROOT), "user_" + made, made + "0")) {
      assertThatThrownBy(() -> members.parse(wrong)).isInstanceOf(InvalidIdException.class);
    }
    assertThatThrownBy(() -> members.write("1")).isInstanceOf(InvalidIdException.class);
  }

  @Test
  void open_typeIdsWithWrongSettings_areRefused() {
    assertThatThrownBy(() -> mint.prefixed("bad", PrefixedBuilder::typeIds))
        .hasMessageContaining("the ids have no prefix, for example ord");
    assertThatThrownBy(
            () -> mint.prefixed("bad", p -> p.prefix("Member").checkDigit().typeIds()))
        .hasMessageContainingAll(
            "a TypeID has no check digit",
            "the prefix has a character other than a to z, and _ between them: index=0");
    assertThatThrownBy(() -> mint.prefixed("bad", p -> p.prefix("").typeIds().objectIds()))
        .hasMessageContaining("the ids have no prefix, for example ord");
  }

  @Test
  void write_parsedId_isTheSameText() {
    PrefixedGenerator orders = orders();
    String made = orders.next();

    assertThat(orders.write(orders.parse(made))).isEqualTo(made);
    assertThat(orders.ids()).isInstanceOf(Sequence.class);
    assertThat(((Sequence) orders.ids()).next()).isEqualTo(Long.parseLong(orders.parse(made)) + 1);
  }

  /** Tests every text that differs in one character, with all printable ASCII characters. */
  @Test
  void read_oneWrongCharacterAnywhere_throws() {
    PrefixedGenerator orders = orders();
    String made = orders.write("123456789012345678");

    for (int i = 0; i < made.length(); i++) {
      for (char c = ' '; c < 127; c++) {
        String wrong = made.substring(0, i) + c + made.substring(i + 1);
        String longer = made.substring(0, i) + c + made.substring(i);
        if (c == '-') {
          assertThatThrownBy(() -> orders.parse(longer)).isInstanceOf(InvalidIdException.class);
        }
        if (wrong.equals(made)) {
          assertThat(orders.parse(wrong)).isEqualTo("123456789012345678");
        } else {
          assertThatThrownBy(() -> orders.parse(wrong)).isInstanceOf(InvalidIdException.class);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "usr_1 | the id does not begin with its prefix: expected='ord_', found='usr_'",
        "ORD_1 | the id does not begin with its prefix: expected='ord_', found='ORD_'",
        "ord | the id does not begin with its prefix: expected='ord_', found='ord'",
        "'' | the id does not begin with its prefix: expected='ord_', found=''",
        "ord_ | nothing follows the prefix: prefix='ord', length=4",
        "ord_+1 | not a number of 64 bits: id='+1'",
        "ord_007 | not a number of 64 bits: id='007'",
        "ord_1 1 | not a number of 64 bits: id='1 1'",
        "ord_٣ | not a number of 64 bits: id='٣'",
        "ord_9223372036854775808 | not a number of 64 bits: id='9223372036854775808'",
        "ord_-1 | no number of a sequence is negative: id='-1'",
        "ord_ord_1 | not a number of 64 bits: id='ord_1'"
      })
  void read_otherText_failsWithReason(String text, String fault) {
    PrefixedGenerator plain = mint.prefixed("plain", p -> p.prefix("ord").sequence(s -> {}));

    assertThatThrownBy(() -> plain.parse(text))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage(fault);
  }

  @Test
  void read_hugeText_isRefusedByItsLength() {
    String huge = "ord_" + "1".repeat(10_000_000);

    assertThatThrownBy(() -> orders().parse(huge))
        .hasMessage("the id is too long: length=10000004 > 128");
    assertThatThrownBy(() -> orders().write(huge))
        .hasMessage("the id is too long: length=10000004 > 36");
  }

  @Test
  void read_uuidAndObjectIdInUpperCase_areRefused() {
    PrefixedGenerator uuids = mint.prefixed("uuids", p -> p.prefix("ev").uuids(u -> {}));
    PrefixedGenerator objects = mint.prefixed("objects", p -> p.prefix("doc").objectIds());

    assertThatThrownBy(() -> uuids.parse("ev_01A1FB67-1800-7000-8000-000000000000"))
        .hasMessageStartingWith("not the usual text of an id: id='01A1FB67-");
    assertThatThrownBy(() -> objects.write("4DF2DCEC2CDCD20936A8B817"))
        .hasMessageStartingWith("not the usual text of an id: id='4DF2DCEC");
    assertThat(uuids.write(new UUID(0, 1).toString())).startsWith("ev_00000000-");
  }

  /** Tests numbers of different lengths under several prefixes. No two texts are equal. */
  @Test
  void write_manyIdsOfSeveralPrefixes_areDifferent() {
    Set<String> texts = new HashSet<>();
    int written = 0;
    for (String prefix : List.of("a", "b", "a_a", "ab")) {
      PrefixedGenerator ids =
          mint.prefixed("of-" + prefix, p -> p.prefix(prefix).checkDigit().sequence(s -> {}));
      for (int number = 1; number <= 2000; number++, written++) {
        assertThat(texts.add(ids.next())).isTrue();
      }
    }
    assertThat(texts).hasSize(written);
  }

  @Test
  void next_twoMintmarksOnOneStore_neverMakeOneTextTwice() {
    try (Mintmark other = Mintmark.open(store)) {
      PrefixedGenerator there =
          other.prefixed("orders", p -> p.prefix("ord").checkDigit().sequence(s -> {}));
      Set<String> all = new HashSet<>(orders().nextBatch(500));
      all.addAll(there.nextBatch(500));
      all.addAll(orders().nextBatch(500));

      assertThat(all).hasSize(1500);
    }
  }

  /**
   * The store records the settings of the kind, without the prefix. So a sequence with the same
   * settings continues without a prefix.
   */
  @Test
  void settings_ofTheKind_areComparedAsWithoutAPrefix() {
    String first = orders().next();
    try (Mintmark other = Mintmark.open(store)) {
      assertThat(other.sequence("orders").next())
          .isGreaterThan(Long.parseLong(orders().parse(first)));
    }
    try (Mintmark other = Mintmark.open(store)) {
      Consumer<PrefixedBuilder> stepping = p -> p.prefix("ord").sequence(s -> s.step(10));
      assertThatThrownBy(() -> other.prefixed("orders", stepping))
          .isInstanceOf(SettingsMismatchException.class);
    }
  }

  @Test
  void next_sequenceExhausted_throws() {
    PrefixedGenerator two =
        mint.prefixed("two", p -> p.prefix("t").sequence(s -> s.maximum(2).strict(true)));

    assertThat(two.nextBatch(2)).containsExactly("t_1", "t_2");
    assertThatThrownBy(two::next).isInstanceOf(ExhaustedException.class);
  }

  @Test
  void forget_prefixed_continuesAfterEarlierIds() {
    PrefixedGenerator before = orders();
    long last = Long.parseLong(before.parse(before.next()));
    mint.forget(before);

    assertThat(Long.parseLong(orders().parse(orders().next()))).isGreaterThan(last);
    assertThatThrownBy(before::next).hasMessageContaining("closed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Ord", "o1", "_o", "o_", "o-d", "ö", "o o"})
  void open_wrongPrefix_isRefused(String prefix) {
    assertThatThrownBy(() -> mint.prefixed("bad", p -> p.prefix(prefix).objectIds()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the prefix has a character other than a to z, and _ between them");
  }

  @Test
  void open_allFaults_areInOneMessage() {
    assertThatThrownBy(() -> mint.prefixed("bad"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(
            "the ids have no prefix, for example ord", "no kind of id is chosen");
    assertThatThrownBy(() ->
            mint.prefixed("bad", p -> p.prefix("x".repeat(64)).sequence(s -> s.step(-1))))
        .hasMessageContainingAll("the prefix is too long: length=64 > 63", "step=-1");
  }

  @Test
  void open_nameOfAnotherKind_failsWithMessage() {
    Generator unused = orders();

    assertThatThrownBy(() -> mint.sequence("orders"))
        .hasMessageContaining("requested Sequence, is sequence, with a prefix");
    assertThatThrownBy(
            () -> mint.prefixed("orders", p -> p.prefix("order").checkDigit().sequence(s -> {})))
        .hasMessageContaining("the name is in use with other settings");
  }
}
