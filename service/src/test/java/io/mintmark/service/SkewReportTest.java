package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.mintmark.key.Routing;
import io.mintmark.key.Shards;
import io.mintmark.rigs.LongRun;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SkewReportTest {

  @Test
  @Tag("sized")
  void of_millionIdsByHash_areEvenWithin2PercentOver16Tables() {
    List<SkewReport.Shape> shapes = List.of(SkewReport.Shape.values());
    for (SkewReport.Shape shape : shapes.subList(0, LongRun.size(2, shapes.size()))) {
      SkewReport report = SkewReport.of(Shards.of(4, 4), shape, 1_000_000);
      assertThat(report.ids()).isEqualTo(1_000_000);
      assertThat(report.unreached()).as("%s", shape).isZero();
      assertThat(report.most()).as("%s", shape).isLessThan(1.02);
      assertThat(report.least()).as("%s", shape).isGreaterThan(0.98);
    }
  }

  @Test
  void of_millionIdsByDecimal_areSkewed() {
    SkewReport report =
        SkewReport.of(Shards.of(4, 4).by(Routing.DECIMAL), SkewReport.Shape.SEQUENTIAL, 1_000_000);

    assertThat(report.most()).isCloseTo(1.28, within(0.01));
    assertThat(report.least()).isCloseTo(0.64, within(0.01));
  }

  /**
   * In a grid with as many tables per database as databases, all tables are reached. In a wider
   * grid, some are not.
   */
  @Test
  @Tag("long")
  void of_decimalPublished_reachesAllTablesOnlyOfASquareGrid() {
    SkewReport square = SkewReport.of(
        Shards.of(4, 4).by(Routing.DECIMAL_PUBLISHED), SkewReport.Shape.PHONE, 1_000_000);
    SkewReport flat = SkewReport.of(
        Shards.of(4, 2).by(Routing.DECIMAL_PUBLISHED), SkewReport.Shape.PHONE, 1_000_000);
    assertThat(square.unreached()).isZero();
    assertThat(flat.unreached()).isEqualTo(4);
  }
}
