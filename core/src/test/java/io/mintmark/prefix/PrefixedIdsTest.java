package io.mintmark.prefix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.objectid.ObjectId;
import io.mintmark.sequence.Sequence;
import io.mintmark.uuid.TypeId;
import io.mintmark.uuid.Uuids;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrefixedIdsTest {

  private final MemoryStore store = new MemoryStore();
  private final Mintmark mint = Mintmark.open(store);

  @AfterEach
  void close() {
    mint.close();
  }

  private PrefixedIds orders() {
    return PrefixedIds.of(mint.sequence("orders"), "ord").withCheckDigit();
  }

  @Test
  void next_eachKind_isItsTextAfterThePrefix() {
    PrefixedIds flakes = PrefixedIds.of(mint.snowflake("flakes"), "user");
    PrefixedIds uuids = PrefixedIds.of(mint.uuids("uuids", u -> u.version(4)), "a_b");
    PrefixedIds objects = PrefixedIds.of(mint.objectIds("objects"), "doc");

    assertThat(flakes.next()).matches("user_[1-9]\\d{17,18}");
    assertThat(Uuids.parse(uuids.parse(uuids.next())).version()).isEqualTo(4);
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
    PrefixedIds members = PrefixedIds.typeIds(mint.uuids("members"), "member");
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
      texts.addAll(PrefixedIds.typeIds(mint.uuids("of" + prefix), prefix).nextTextBatch(1_000));
    }
    assertThat(texts).hasSize(4_000);
  }

  @Test
  void typeIds_describe_hasThePrefixAndItsKind() {
    PrefixedIds members = PrefixedIds.typeIds(mint.uuids("members"), "member");

    assertThat(List.of(members.kind(), members.describe().kind()))
        .containsExactly("typeid", "typeid");
    assertThat(members.describe().facts())
        .containsEntry("prefix", "member")
        .containsKey("time-ends");
  }

  @Test
  void read_typeId_returnsItsUuidAndWriteReversesIt() {
    PrefixedIds members = PrefixedIds.typeIds(mint.uuids("members"), "member");
    String made = members.next();

    assertThat(members.parse(made)).isEqualTo(TypeId.parse(made).uuid().toString());
    assertThat(members.write(members.parse(made))).isEqualTo(made);
    for (String wrong : List.of(made.toUpperCase(Locale.ROOT), "user_" + made, made + "0")) {
      assertThatThrownBy(() -> members.parse(wrong)).isInstanceOf(InvalidIdException.class);
    }
    assertThatThrownBy(() -> members.write("1")).isInstanceOf(InvalidIdException.class);
  }

  @Test
  void withCheckDigit_typeIds_isRefused() {
    PrefixedIds members = PrefixedIds.typeIds(mint.uuids("members"), "member");

    assertThatThrownBy(members::withCheckDigit)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("a TypeID has no check digit: prefix=member");
  }

  @Test
  void of_readableKeys_acceptsOnlyTheirKeys() {
    PrefixedIds parcels =
        PrefixedIds.of(mint.keys("parcels", k -> k.format("P{seq:4}")), "par").withCheckDigit();
    String made = parcels.next();

    assertThat(parcels.parse(made)).isEqualTo("P0001");
    assertThatThrownBy(() -> parcels.write("X0001")).isInstanceOf(InvalidIdException.class);
  }

  @Test
  void write_parsedId_isTheSameText() {
    PrefixedIds orders = orders();
    String made = orders.next();

    assertThat(orders.write(orders.parse(made))).isEqualTo(made);
    assertThat(orders.ids()).isInstanceOf(Sequence.class);
    assertThat(((Sequence) orders.ids()).next()).isEqualTo(Long.parseLong(orders.parse(made)) + 1);
  }

  /** Tests every text that differs in one character, with all printable ASCII characters. */
  @Test
  void read_oneWrongCharacterAnywhere_throws() {
    PrefixedIds orders = orders();
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
    PrefixedIds plain = PrefixedIds.of(mint.sequence("plain"), "ord");

    assertThatThrownBy(() -> plain.parse(text))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage(fault);
  }

  @Test
  void read_hugeText_isRefusedByItsLength() {
    String huge = "ord_" + "1".repeat(10_000_000);

    assertThatThrownBy(() -> orders().parse(huge))
        .hasMessage("the id is too long: length=10000004 > 170");
    assertThatThrownBy(() -> orders().write(huge))
        .hasMessage("the id is too long: length=10000004 > 100");
  }

  @Test
  void read_uuidAndObjectIdInUpperCase_areRefused() {
    PrefixedIds uuids = PrefixedIds.of(mint.uuids("uuids"), "ev");
    PrefixedIds objects = PrefixedIds.of(mint.objectIds("objects"), "doc");

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
      PrefixedIds ids = PrefixedIds.of(mint.sequence("of-" + prefix), prefix).withCheckDigit();
      for (int number = 1; number <= 2000; number++, written++) {
        assertThat(texts.add(ids.next())).isTrue();
      }
    }
    assertThat(texts).hasSize(written);
  }

  @Test
  void next_twoMintmarksOnOneStore_neverMakeOneTextTwice() {
    try (Mintmark other = Mintmark.open(store)) {
      PrefixedIds there = PrefixedIds.of(other.sequence("orders"), "ord").withCheckDigit();
      Set<String> all = new HashSet<>(orders().nextBatch(500));
      all.addAll(there.nextBatch(500));
      all.addAll(orders().nextBatch(500));

      assertThat(all).hasSize(1500);
    }
  }

  @Test
  void next_sequenceExhausted_throws() {
    PrefixedIds two = PrefixedIds.of(mint.sequence("two", s -> s.maximum(2).strict(true)), "t");

    assertThat(two.nextBatch(2)).containsExactly("t_1", "t_2");
    assertThatThrownBy(two::next).isInstanceOf(ExhaustedException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Ord", "o1", "_o", "o_", "o-d", "ö", "o o"})
  void of_wrongPrefix_isRefused(String prefix) {
    assertThatThrownBy(() -> PrefixedIds.of(mint.objectIds("bad"), prefix))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the prefix has a character other than a to z, and _ between them");
  }

  @Test
  void of_emptyOrLongOrSecondPrefix_isRefused() {
    assertThatThrownBy(() -> PrefixedIds.of(mint.sequence("bad"), ""))
        .hasMessage("prefixed ids: the ids have no prefix, for example ord");
    assertThatThrownBy(() -> PrefixedIds.of(orders(), "x".repeat(64)))
        .hasMessageContainingAll(
            "the ids have a prefix already: name=orders", "the prefix is too long: length=64 > 63");
  }
}
