package io.mintmark.cli.check;

import io.mintmark.cli.verify.Duplicate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Ids of a known form that may carry a time and a host: ObjectIds, UUIDs, ULIDs and their like. */
final class TimedProfile implements Profile {

  private static final Duration AHEAD = Duration.ofDays(1);
  private static final int VERSIONS = 16;

  /** Digits alone are rather a number, where so many ids have no letter. */
  private static final long FEW = 20;

  private final CheckOptions options;
  private final TimedForm form;
  private final TimeTrack track;
  private final long[] versions = new long[VERSIONS];
  private long count;
  private long lettered;
  private int longest;
  private String example = "";
  private boolean severalPrefixes;

  TimedProfile(TimedForm form, CheckOptions options) {
    this.form = form;
    this.options = options;
    this.track =
        new TimeTrack(form.since().toEpochMilli(), options.newest().plus(AHEAD).toEpochMilli());
  }

  @Override
  public void add(ParsedId id, long line) {
    count++;
    longest = Math.max(longest, id.text().length());
    lettered += id.text().chars().anyMatch(c -> c > '9') ? 1 : 0;
    if (example.isEmpty()) {
      example = id.text();
    }
    severalPrefixes |= form == TimedForm.TYPE_ID && !prefix(id.text()).equals(prefix(example));
    int version = form.version(id);
    versions[version]++;
    if (form.hasTime(version)) {
      track.add(form.epochMs(id), form.host(id), line);
    }
  }

  @Override
  public Verdict verdict(long duplicates, List<Duplicate> first) {
    int version = commonest();
    boolean timed = form.hasTime(version);
    if ((timed && !track.isPlausible()) || (lettered == 0 && count > FEW)) {
      return text();
    }
    String kind = form.kind(version);
    List<Remark> remarks = new ArrayList<>();
    remarks.add(looksLike(version));
    if (timed && form.hasHost(version)) {
      remarks.add(hosts(version, first));
    }
    if (timed) {
      remarks.add(
          new HostRemarks(track, form.hostWord(version), host -> form.hostText(version, host))
              .clock(options.inOrder()));
      remarks.add(Ends.of(form.end(version), options.newest()));
    }
    remarks.add(new Remark.Draft("javascript").say("text: JavaScript keeps it").remark());
    remarks.add(ColumnRemarks.ofText(longest, options.column(), form.better()));
    remarks.add(givesAway(version));
    String settings = form.settings(version);
    return new Verdict(
        kind,
        remarks,
        form == TimedForm.TYPE_ID
            ? severalPrefixes ? "" : "type: typeid, prefix: " + prefix(example)
            : settings);
  }

  private Remark hosts(int version, List<Duplicate> first) {
    if (track.isCrowded()) {
      return new Remark.Draft("workers")
          .say("more than " + TimeTrack.MAX_HOSTS + " "
              + HostRemarks.plural(form.hostWord(version))
              + ": each start of a process takes another")
          .remark();
    }
    return new HostRemarks(track, form.hostWord(version), host -> form.hostText(version, host))
        .hosts(
            options.inOrder(),
            first,
            text -> Optional.of(ParsedId.of(text))
                .filter(id -> id.kind() == form.kind())
                .map(form::host));
  }

  private Remark looksLike(int version) {
    Remark.Draft draft = new Remark.Draft("looks-like").say(form.title(version));
    long others = count - versions[version];
    if (others > 0) {
      draft
          .say(Spans.grouped(others) + " are of other versions: "
              + String.join(", ", otherVersions(version)))
          .atLeast(Severity.WARN);
    }
    if (form.hasTime(version)) {
      draft.say("for it: times are from " + Spans.time(track.earliestMs()) + " to "
          + Spans.time(track.latestMs()));
    }
    return draft.fact("kind", form.kind(version)).remark();
  }

  private List<String> otherVersions(int version) {
    List<String> others = new ArrayList<>();
    for (int i = 0; i < VERSIONS; i++) {
      if (i != version && versions[i] > 0) {
        others.add("version " + i + " (" + Spans.grouped(versions[i]) + ")");
      }
    }
    return others;
  }

  private Remark givesAway(int version) {
    Remark.Draft draft = new Remark.Draft("gives-away");
    List<String> told = form.givesAway(version);
    told.forEach(draft::say);
    long cards = form.hasHost(version) && form.isUuid()
        ? track.hosts().keySet().stream().filter(TimedForm::isNetworkCard).count()
        : 0;
    if (cards > 0) {
      draft
          .say("the address of a network card: " + cards + " of them here")
          .fact("network-cards", cards)
          .atLeast(Severity.WARN);
    }
    return told.isEmpty() ? draft.say("nothing: they are random").remark() : draft.remark();
  }

  private int commonest() {
    long most = Arrays.stream(versions).max().orElse(0);
    int version = 0;
    while (versions[version] < most) {
      version++;
    }
    return version;
  }

  /** Text that has the form by chance. */
  private Verdict text() {
    String title = lettered == 0
        ? "text of " + longest + " digits"
        : "text of " + longest + " characters that looks like " + form.kind().title();
    return new Verdict(
        "text",
        List.of(
            new Remark.Draft("looks-like")
                .say(title + ", but is none: the times would make no sense")
                .fact("kind", "text")
                .remark(),
            ColumnRemarks.ofText(longest, options.column(), "")),
        "");
  }

  private static String prefix(String text) {
    return text.substring(0, Math.max(text.lastIndexOf('_'), 0));
  }
}
