package io.mintmark.cli.ids;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The profile of ids that are not numbers. They have a known form, which may carry a time, or they
 * are any other text.
 */
final class FormProfile extends CheckProfile {

  private static final int VERSIONS = 16;

  private final CheckOptions options;
  private final IdKind kind;
  private final TimeTrack track;
  private final long[] versions = new long[VERSIONS];
  private int shortest = Integer.MAX_VALUE;
  private int longest;
  private boolean severalPrefixes;

  FormProfile(IdKind kind, CheckOptions options) {
    super(kind);
    this.kind = kind;
    this.options = options;
    this.track = new TimeTrack(kind.since, options.newest());
  }

  @Override
  void add(ParsedId id, long line) {
    shortest = Math.min(shortest, id.text().length());
    longest = Math.max(longest, id.text().length());
    severalPrefixes |= kind == IdKind.TYPE_ID && !prefix(id.text()).equals(prefix(example()));
    versions[id.version()]++;
    long epochMs = id.epochMs();
    if (epochMs != ParsedId.NO_TIME) {
      track.add(epochMs, kind.host(id), line);
    }
  }

  @Override
  Verdict verdict(long duplicates) {
    int version = IntStream.range(0, VERSIONS)
        .boxed()
        .max(Comparator.comparingLong(each -> versions[each]))
        .orElseThrow();
    boolean timed =
        kind != IdKind.TEXT && (kind != IdKind.UUID || List.of(1, 6, 7).contains(version));
    if (kind() == IdKind.TEXT || (timed && !track.isPlausible())) {
      return text();
    }
    List<Remark> remarks = new ArrayList<>();
    remarks.add(looksLike(version, timed));
    if (timed) {
      remarks.add(track.clock(options.inOrder()));
      remarks.add(Remark.timeEnds(kind.end(version), options.newest()));
    }
    remarks.addAll(ofText(kind.better));
    return new Verdict(kind.label(version), remarks, settings(version));
  }

  private Remark looksLike(int version, boolean timed) {
    Remark remark = new Remark("looks-like").say(kind.ids(version));
    if (versions[version] < count()) {
      remark
          .say(IdAnalysis.grouped(count() - versions[version]) + " are of other versions")
          .atLeast(Severity.WARN);
    }
    if (timed) {
      remark.say("evidence: times are from " + track.span());
    }
    return remark.fact("kind", kind.label(version));
  }

  /** Judges texts that have no known form, or that have one only by chance. */
  private Verdict text() {
    String length = (shortest == longest ? "" : shortest + " to ") + longest;
    Remark looks = new Remark("looks-like").fact("kind", "text");
    if (kind == IdKind.TEXT) {
      looks
          .say("text of unknown form: " + length + " characters")
          .say("the maker and the time are unknown")
          .atLeast(Severity.WARN);
    } else if (kind() == IdKind.TEXT) {
      looks.say("text of " + length + " digits");
    } else {
      looks.say(
          "text of " + length + " characters, whose times would be implausible for " + kind.title);
    }
    return new Verdict(
        "text", Stream.concat(Stream.of(looks), ofText("").stream()).toList(), "");
  }

  private List<Remark> ofText(String better) {
    return List.of(
        new Remark("javascript").say("text: JavaScript does not change it"),
        new Remark("column").say("needs CHAR(" + longest + ")" + better));
  }

  /** Returns the settings of a generator of such ids; empty if there is none. */
  private String settings(int version) {
    return switch (kind) {
      case OBJECT_ID -> "type: objectid";
      case UUID -> List.of(1, 4, 6, 7).contains(version) ? "type: uuid, version: " + version : "";
      case TYPE_ID -> severalPrefixes ? "" : "type: typeid, prefix: " + prefix(example());
      default -> "";
    };
  }

  private static String prefix(String text) {
    return text.substring(0, Math.max(text.lastIndexOf('_'), 0));
  }
}
