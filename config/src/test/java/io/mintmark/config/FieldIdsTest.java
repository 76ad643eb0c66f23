package io.mintmark.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.generator.Generator;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.Shards;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FieldIdsTest {

  private final Mintmark mint = Mintmark.open("memory:");
  private final List<String> faults = new ArrayList<>();

  @AfterEach
  void close() {
    mint.close();
  }

  private KeyGenerator orders() {
    return mint.keys("orders", k -> k.format("OD{db:2}{table:2}{seq:4}").shards(Shards.of(4, 2)));
  }

  /** Makes ids with each of the three methods, and compares their types. */
  private Object made(Class<?> type, Generator generator, Optional<String> routeId) {
    FieldIds ids = FieldIds.of(type, generator, routeId.isPresent(), faults);
    Object id = ids.next(routeId);
    assertThat(ids.nextAsync(routeId).join()).hasSameClassAs(id).isNotEqualTo(id);
    assertThat(ids.nextBatch(routeId, 3))
        .hasSize(3)
        .doesNotHaveDuplicates()
        .noneMatch(id::equals)
        .allSatisfy(next -> assertThat(next).hasSameClassAs(id));
    assertThat(faults).isEmpty();
    return id;
  }

  @Test
  void next_fittingType_isOfTheFieldsType() {
    Optional<String> none = Optional.empty();

    assertThat(made(long.class, mint.sequence("invoices"), none)).isEqualTo(1L);
    assertThat(made(Long.class, mint.snowflake("users"), none)).isInstanceOf(Long.class);
    assertThat(made(String.class, mint.snowflake("users"), none)).asString().matches("\\d+");
    assertThat(made(UUID.class, mint.uuids("events"), none)).isInstanceOf(UUID.class);
    assertThat(made(String.class, mint.uuids("events"), none)).asString().hasSize(36);
    assertThat(made(String.class, mint.objectIds("pages"), none)).asString().hasSize(24);
    assertThat(made(String.class, orders(), Optional.of("user-42"))).asString().startsWith("OD");
  }

  @Test
  void of_everythingWrong_reportsAllFaults() {
    KeyGenerator vouchers = mint.keys("vouchers", k -> k.format("V{var:shop:2}{seq:4}"));
    FieldIds unused = FieldIds.of(long.class, vouchers, true, faults);

    assertThat(faults)
        .containsExactly(
            "the type cannot hold this generator's ids: type=long, generator=vouchers, kind=key;"
                + " use String",
            "ids without shards have no route: generator=vouchers, kind=key; leave the route out",
            "the format has variables, which cannot be set here: format='V{var:shop:2}{seq:4}';"
                + " make such keys in the application");
  }

  @Test
  void next_blankRouteId_throws() {
    FieldIds ids = FieldIds.of(String.class, orders(), true, faults);

    assertThatThrownBy(() -> ids.next(Optional.of(" ")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ids.nextAsync(Optional.of(" ")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void isMissing_zero_trueOnlyForPrimitiveFields() {
    Generator users = mint.snowflake("users");
    FieldIds primitive = FieldIds.of(long.class, users, false, faults);
    FieldIds boxed = FieldIds.of(Long.class, users, false, faults);

    assertThat(primitive.isMissing(0L)).isTrue();
    assertThat(primitive.isMissing(1L)).isFalse();
    assertThat(boxed.isMissing(null)).isTrue();
    assertThat(boxed.isMissing(0L)).isFalse();
  }

  @Test
  void find_unknownName_failsListingTheNames() {
    Generator users = mint.snowflake("users");

    assertThat(FieldIds.find(mint, "users", "Field.id")).isSameAs(users);
    assertThatThrownBy(() -> FieldIds.find(mint, "user", "Field.id"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("Field.id: no generator has this name: name=user; did you mean users?");
    assertThatThrownBy(() -> FieldIds.find(mint, "bills", "Field.id"))
        .hasMessage("Field.id: no generator has this name: name=bills; there are [users]");
  }
}
