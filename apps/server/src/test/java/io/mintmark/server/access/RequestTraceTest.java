package io.mintmark.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTraceTest {

  private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  @Test
  void of_clientsIdAndParent_areKept() {
    RequestTrace trace = RequestTrace.of("a-1", PARENT);

    assertThat(trace).isEqualTo(new RequestTrace("a-1", PARENT, "", ""));
    assertThat(trace.identified()).isSameAs(trace);
    assertThat(trace.facts()).isEqualTo(Map.of("request", "a-1", "trace", PARENT));
    assertThat(RequestTrace.of(null, null)).isSameAs(RequestTrace.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a\r\nSet-Cookie: x", "\"", "{}", "é", "<x>"})
  void of_idOfAnotherForm_ignoresIt(String id) {
    assertThat(RequestTrace.of(id, null)).isEqualTo(RequestTrace.NONE);
    assertThat(RequestTrace.of("x".repeat(128), null).id()).hasSize(128);
    assertThat(RequestTrace.of("x".repeat(129), null).id()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01 "
      })
  void of_parentOfAnotherForm_ignoresIt(String parent) {
    assertThat(RequestTrace.of(null, parent)).isEqualTo(RequestTrace.NONE);
  }

  @Test
  void identified_withoutAnId_hasANewIdEachTime() {
    RequestTrace first = RequestTrace.NONE.identified();

    assertThat(first.id())
        .matches("[0-9a-f]{24}")
        .isNotEqualTo(RequestTrace.NONE.identified().id());
  }
}
