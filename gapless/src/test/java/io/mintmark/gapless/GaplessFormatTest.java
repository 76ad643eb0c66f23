package io.mintmark.gapless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.gapless.GaplessFormat.CounterKey;
import io.mintmark.gapless.GaplessFormat.Numbered;
import java.time.LocalDate;
import java.time.Month;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GaplessFormatTest {

  private static final LocalDate DAY = LocalDate.of(2026, 3, 31);

  private static GaplessFormat format(String template) {
    return new GaplessFormat(template, 1);
  }

  @Test
  void text_allFields_isReadBack() {
    GaplessFormat format = format("INV-{tenant}-{year}/{month}-{seq:6}.x");
    assertThat(format.faults()).isEmpty();
    String period = format.period(DAY);
    CounterKey counter = new CounterKey("acme-2026", period);
    String text = format.text(counter, 42);
    assertThat(text).isEqualTo("INV-acme-2026-2026/03-000042.x");
    assertThat(format.reader().read(text)).contains(new Numbered(counter, 42));
    assertThat(period).isEqualTo("2026-03");
  }

  @Test
  void text_adjacentFields_areReadUnambiguously() {
    GaplessFormat format = format("{tenant}{year}{seq:3}");
    for (String tenant : new String[] {"a", "2026", "20262026001", "-", "a.b"}) {
      CounterKey counter = new CounterKey(tenant, "2026");
      assertThat(format.reader().read(format.text(counter, 7))).contains(new Numbered(counter, 7));
    }
  }

  @Test
  void read_textNeverWritten_isEmpty() {
    GaplessFormat.Reader reader = format("INV-{year}-{month}-{seq:3}").reader();
    assertThat(reader.read("INV-2026-12-001")).isPresent();
    Stream.of(
            "",
            "INV-2026-12-000",
            "INV-2026-13-001",
            "INV-2026-12-01",
            "INV-2026-12-0001",
            "inv-2026-12-001",
            "INV-2026-12-001\n",
            "INV-2026-12-٠٠١",
            " INV-2026-12-001")
        .forEach(text -> assertThat(reader.read(text)).as(text).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-31, APRIL, 2025",
    "2026-04-01, APRIL, 2026",
    "2026-12-31, JANUARY, 2026",
    "2027-01-01, JANUARY, 2027",
    "2026-11-30, DECEMBER, 2025",
    "2026-12-01, DECEMBER, 2026",
    "2028-02-29, FEBRUARY, 2028"
  })
  void period_fiscalYear_isTheYearInWhichItBegins(LocalDate day, Month first, String year) {
    assertThat(new GaplessFormat("{year}-{seq:4}", first.getValue()).period(day))
        .isEqualTo(year);
  }

  @Test
  void period_yearOfFiveDigits_isRefused() {
    GaplessFormat format = format("{year}-{seq:4}");
    assertThatThrownBy(() -> format.period(LocalDate.of(10_000, 1, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("day=+10000-01-01");
    assertThat(format("{seq:4}").period(LocalDate.MAX)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "INV",
        "{seq}",
        "{seq:N}",
        "{seq:0}",
        "{seq:19}",
        "{seq:6}{seq:6}",
        "{day}{seq:6}",
        "{month}{seq:6}",
        "{seq:6",
        "}{seq:6}",
        "{{seq:6}}",
        "}\u2028{seq:6}",
        "{seq:-1}",
        "{seq:6}{Year}",
        "INV\n{seq:6}",
        "INV\0{seq:6}",
        " {seq:6}",
        "{seq:6} "
      })
  void faults_wrongTemplate_areReported(String template) {
    assertThat(format(template).faults()).isNotEmpty();
  }

  @Test
  void faults_fiscalYearWithoutYear_isReported() {
    assertThat(new GaplessFormat("{seq:6}", 4).faults())
        .containsExactly("a first month without a year: fiscalYearFrom=APRIL, format='{seq:6}'");
  }

  @Test
  void checkTenant_notShownByTheFormat_throws() {
    GaplessFormat with = format("{tenant}{seq:1}");
    for (String tenant : new String[] {"", "a b", "ä", "x".repeat(65), "a\nb"}) {
      assertThatThrownBy(() -> with.checkTenant(tenant))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("not a tenant of 1 to 64 characters");
    }
    assertThatThrownBy(() -> format("{seq:1}").checkTenant("a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a tenant for numbers that show none: tenant='a'");
  }

  @Test
  void highest_digits_isAllNines() {
    assertThat(format("{seq:1}").highest()).isEqualTo(9);
    assertThat(format("{seq:18}").highest()).isEqualTo(999_999_999_999_999_999L);
  }
}
