package io.mintmark.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.mintmark.objectid.ObjectId;
import io.mintmark.uuid.TypeId;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IdsInJsonTest {

  private static final long ID = 9_007_199_254_740_993L;
  private static final ObjectId OBJECT_ID = ObjectId.parse("56e1fc72e0c917e9c4714161");
  private static final TypeId TYPE_ID = TypeId.parse("user_01h455vb4pex5vsknk084sn02q");
  private static final String KEY = "OD0102000126112322121500012300007";

  record Document(
      @Nullable ObjectId id, List<ObjectId> parents, Map<ObjectId, String> names, String key) {}

  record Member(@Nullable TypeId id, List<TypeId> friends, Map<TypeId, String> names) {}

  @SuppressWarnings("ArrayRecordComponent")
  record Numbers(
      long plain,
      Long boxed,
      List<Long> list,
      long[] array,
      @JsonFormat(shape = JsonFormat.Shape.NUMBER) long count,
      Map<String, Long> byName) {}

  @SuppressWarnings("ArrayRecordComponent")
  record Annotated(
      @IdAsText long plain,
      @IdAsText @Nullable Long boxed,
      @IdAsText List<Long> list,
      @IdAsText long[] array,
      long count,
      long[] counts) {}

  static Stream<Mapper> plain() {
    return Stream.of(Mapper.jackson2(false), Mapper.jackson3(false));
  }

  static Stream<Mapper> asText() {
    return Stream.of(Mapper.jackson2(true), Mapper.jackson3(true));
  }

  @ParameterizedTest
  @MethodSource({"plain", "asText"})
  void objectIdsAndKeys_inJson_roundTrip(Mapper mapper) {
    Document document =
        new Document(OBJECT_ID, List.of(OBJECT_ID), Map.of(OBJECT_ID, "first"), KEY);
    String json = mapper.write(document);

    assertThat(mapper.read(json, Document.class)).isEqualTo(document);
    Map<?, ?> written = mapper.read(json, Map.class);
    assertThat(written)
        .isEqualTo(Map.of(
            "id",
            "56e1fc72e0c917e9c4714161",
            "parents",
            List.of("56e1fc72e0c917e9c4714161"),
            "names",
            Map.of("56e1fc72e0c917e9c4714161", "first"),
            "key",
            KEY));
    assertThat(mapper.read("{\"id\":null}", Document.class).id()).isNull();
  }

  @ParameterizedTest
  @MethodSource("plain")
  void objectId_wrongText_failsWithFaultAndPath(Mapper mapper) {
    assertThatThrownBy(() -> mapper.read("{\"id\":\"56e1\"}", Document.class))
        .hasMessageContaining("an ObjectId's text is not 24 hex digits: length=4")
        .hasMessageContaining("[\"id\"]");
    assertThatThrownBy(() -> mapper.read("{\"id\":[]}", Document.class))
        .hasMessageContaining("[\"id\"]");
    assertThatThrownBy(() -> mapper.read("{\"names\":{\"x\":\"y\"}}", Document.class))
        .hasMessageContaining("an ObjectId's text is not 24 hex digits: length=1");
  }

  @ParameterizedTest
  @MethodSource({"plain", "asText"})
  void typeIds_inJson_roundTrip(Mapper mapper) {
    Member member = new Member(TYPE_ID, List.of(TYPE_ID), Map.of(TYPE_ID, "first"));
    String json = mapper.write(member);

    assertThat(mapper.read(json, Member.class)).isEqualTo(member);
    Map<?, ?> written = mapper.read(json, Map.class);
    assertThat(written)
        .isEqualTo(Map.of(
            "id", TYPE_ID.toString(),
            "friends", List.of(TYPE_ID.toString()),
            "names", Map.of(TYPE_ID.toString(), "first")));
    assertThat(mapper.read("{\"id\":null}", Member.class).id()).isNull();
  }

  @ParameterizedTest
  @MethodSource("plain")
  void typeId_wrongText_failsWithFaultAndPath(Mapper mapper) {
    assertThatThrownBy(() -> mapper.read("{\"id\":\"user_01h4\"}", Member.class))
        .hasMessageContaining("not the 26 to 90 characters of a TypeID: length=9")
        .hasMessageContaining("[\"id\"]");
    assertThatThrownBy(() -> mapper.read("{\"id\":{\"prefix\":\"user\"}}", Member.class))
        .hasMessageContaining("[\"id\"]");
    assertThatThrownBy(() -> mapper.read("{\"names\":{\"x\":\"y\"}}", Member.class))
        .hasMessageContaining("not the 26 to 90 characters of a TypeID: length=1");
  }

  @ParameterizedTest
  @MethodSource("asText")
  void longs_ofAMapperWithIdsAsText_areTexts(Mapper mapper) {
    Numbers numbers = new Numbers(ID, ID, List.of(ID), new long[] {ID, 1}, ID, Map.of("first", ID));
    Map<?, ?> written = mapper.read(mapper.write(numbers), Map.class);

    assertThat(written)
        .isEqualTo(Map.of(
            "plain",
            "9007199254740993",
            "boxed",
            "9007199254740993",
            "list",
            List.of("9007199254740993"),
            "array",
            List.of("9007199254740993", "1"),
            "count",
            ID,
            "byName",
            Map.of("first", "9007199254740993")));
    assertThat(mapper.write(Map.of("id", ID))).isEqualTo("{\"id\":\"9007199254740993\"}");
    assertThat(mapper.write(7)).isEqualTo("7");
  }

  @ParameterizedTest
  @MethodSource("plain")
  void longs_annotated_areTextsAndOthersNumbers(Mapper mapper) {
    Annotated annotated = new Annotated(ID, ID, List.of(ID), new long[] {ID}, 1, new long[] {2});

    Map<?, ?> written = mapper.read(mapper.write(annotated), Map.class);
    assertThat(written)
        .isEqualTo(Map.of(
            "plain",
            "9007199254740993",
            "boxed",
            "9007199254740993",
            "list",
            List.of("9007199254740993"),
            "array",
            List.of("9007199254740993"),
            "count",
            1,
            "counts",
            List.of(2)));
  }

  @ParameterizedTest
  @MethodSource({"plain", "asText"})
  void longs_asTextOrNumber_areRead(Mapper mapper) {
    Annotated texts = mapper.read("""
        {"plain":"9007199254740993","boxed":"9007199254740993","list":["9007199254740993"],
         "array":["9007199254740993"],"count":"1","counts":["2"]}""", Annotated.class);
    Annotated numbers = mapper.read("""
        {"plain":9007199254740993,"boxed":9007199254740993,"list":[9007199254740993],
         "array":[9007199254740993],"count":1,"counts":[2]}""", Annotated.class);

    assertThat(texts).usingRecursiveComparison().isEqualTo(numbers);
    assertThat(numbers.plain()).isEqualTo(ID);
    assertThatThrownBy(() -> mapper.read("{\"plain\":\"12x\"}", Annotated.class))
        .hasMessageContaining("12x")
        .hasMessageContaining("[\"plain\"]");
  }
}
