package io.mintmark.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {

  @Test
  void object_ofEveryKindOfMember_isJson() {
    String json = Json.object(out -> out.put("text", "a")
        .put("number", 1L)
        .put("flag", true)
        .put("nothing", (Object) null)
        .put("map", Map.of("k", "v"))
        .put("empty", Map.of())
        .put("object", inner -> inner.put("a", 1L).put("b", Map.of()).put("c", true))
        .put("texts", List.of("x", "y"))
        .put("objects", List.of(1, 2), (object, n) -> object.put("n", n)));

    assertThat(json)
        .isEqualTo(
            "{\"text\":\"a\",\"number\":1,\"flag\":true,\"nothing\":null,\"map\":{\"k\":\"v\"},"
                + "\"empty\":{},\"object\":{\"a\":1,\"b\":{},\"c\":true},"
                + "\"texts\":[\"x\",\"y\"],\"objects\":[{\"n\":1},{\"n\":2}]}");
  }

  @Test
  void quote_specialCharacters_areEscaped() {
    assertThat(Json.object(json -> json.put("a", "\"\\\n\t\0€\uD83D\uDE00")))
        .isEqualTo("{\"a\":\"\\\"\\\\\\n\\t\\u0000€\uD83D\uDE00\"}");
  }

  @Test
  void quote_textBetweenEscapes_isKept() {
    assertThat(Json.object(json -> json.put("id-1", "4711\"4712\\\uD83D\uDE00 \n")))
        .isEqualTo("{\"id-1\":\"4711\\\"4712\\\\\uD83D\uDE00 \\n\"}");
  }

  @Test
  void parse_overALimit_failsWithReason() {
    assertThatThrownBy(() -> JsonObject.parse("{\"a\":" + "[".repeat(1_001), Refused::new))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("not JSON: ")
        .hasMessageContaining("1000");
    assertThatThrownBy(() -> JsonObject.parse("{\"a\":" + "1".repeat(1_001) + "}", Refused::new))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("1001");
  }

  private static final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }
  }
}
