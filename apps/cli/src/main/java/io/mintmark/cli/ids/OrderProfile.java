package io.mintmark.cli.ids;

import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Instant;
import java.util.Optional;

/** The order and the rate of the ids of one kind. */
final class OrderProfile extends Profile {

  private final SnowflakeLayout layout;
  private final TimeTrack track;
  private ParsedId previous;
  private ParsedId smallest;
  private ParsedId greatest;
  private long outOfOrder;
  private long firstOutOfOrder;

  /**
   * Makes an empty profile.
   *
   * @param first the first id
   * @param layout the layout of numbers. A number whose time would be in the layout's first month
   *     is read as a number of a sequence. A sequence would have to count to 10^16 to be misread.
   * @param now the present
   */
  OrderProfile(ParsedId first, SnowflakeLayout layout, Instant now) {
    super(first.kind());
    this.layout = layout;
    this.track = new TimeTrack(
        first.kind() == IdKind.NUMBER ? layout.epoch().plus(KnownLayout.YOUNG) : first.kind().since,
        now);
    this.previous = first;
    this.smallest = first;
    this.greatest = first;
  }

  @Override
  void add(ParsedId id, long line) {
    if (id.isBelow(previous) && outOfOrder++ == 0) {
      firstOutOfOrder = line;
    }
    smallest = id.isBelow(smallest) ? id : smallest;
    greatest = greatest.isBelow(id) ? id : greatest;
    previous = id;
    long epochMs = id.kind() == IdKind.NUMBER && layout.fits(id.high())
        ? layout.decode(id.high()).time().toEpochMilli()
        : id.epochMs();
    track.add(epochMs, 0, line);
  }

  FormReport report() {
    return new FormReport(
        kind().label(),
        count(),
        outOfOrder,
        firstOutOfOrder,
        smallest.key(),
        greatest.key(),
        kind() == IdKind.TEXT ? Optional.empty() : track.rate());
  }
}
