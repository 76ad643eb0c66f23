package io.mintmark.peers;

/**
 * The notes under the scenarios' tables. The tables mark each library that a note names, because
 * its documentation requires a step that is not done here.
 */
final class Notes {

  static final String NO_TAKEOVER =
      "The others are not concerned, as no store gives their number to another process.";

  /** github.com/yitter/IdGenerator, README.md of 2025-04-10, in Chinese, rule 9 of its use. */
  static final String CLOCK =
      "† Yitter: its README asks that the clock at a start is past the last end.";

  /** github.com/mongodb/specifications, source/bson-objectid/objectid.md, on the counter. */
  static final String COUNTER =
      "† bson ObjectId: its specification says that over 16 million in a second may repeat.";

  /**
   * README.md of 2025 of github.com/f4b6a3/tsid-creator and vladmihalcea/hypersistence-tsid,
   * section "Node identifier".
   */
  static final String NODE = """
      † ShardingSphere SNOWFLAKE: its worker numbers come from its cluster mode, which was not \
      used here. † hypersistence TSID; tsid-creator:
      their READMEs ask for a node of its own for each generator; here it is chosen by chance.""";

  static final String RAISE = """
      † Mintmark Snowflake, PostgreSQL; Mintmark sequence, Redis; Mintmark sequence, PostgreSQL: \
      [raise the lines
      first](operations/backup.md#after-restoring-a-backup), which nobody did here. The others \
      are not concerned, as they keep nothing in a store.""";

  private Notes() {}
}
