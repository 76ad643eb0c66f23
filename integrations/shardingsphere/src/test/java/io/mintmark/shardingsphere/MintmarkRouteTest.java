package io.mintmark.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.key.KeyRequest;
import io.mintmark.testkit.Race;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // a MintmarkRoute is opened, not used
final class MintmarkRouteTest {

  @Test
  void close_nestedRoute_restoresTheOuterOne() {
    try (MintmarkRoute outer = MintmarkRoute.forId("outer")) {
      try (MintmarkRoute inner = MintmarkRoute.forId("inner")) {
        assertThat(MintmarkRoute.current()).contains(KeyRequest.forRoute("inner"));
      }
      assertThat(MintmarkRoute.current()).contains(KeyRequest.forRoute("outer"));
    }
    assertThat(MintmarkRoute.current()).isEmpty();
  }

  @Test
  void open_otherThreads_doNotSeeTheRoute() {
    try (MintmarkRoute route = MintmarkRoute.forId("mine")) {
      List<Optional<KeyRequest>> seen = Race.run(2, thread -> MintmarkRoute.current());

      assertThat(seen).containsExactly(Optional.empty(), Optional.empty());
    }
  }

  @Test
  void close_outOfOrderOrTwice_isRefused() {
    MintmarkRoute outer = MintmarkRoute.forId("outer");
    MintmarkRoute inner = MintmarkRoute.forId("inner");

    assertThatThrownBy(outer::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the route is closed twice, by another thread, or before those within it:"
            + " route=outer");
    inner.close();
    assertThatThrownBy(inner::close).isInstanceOf(IllegalStateException.class);
    outer.close();
    assertThat(MintmarkRoute.current()).isEmpty();
  }
}
