package io.mintmark.store.remote;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.ClaimArguments;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Durability;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.store.LineName;
import io.mintmark.store.LinePage;
import io.mintmark.store.engine.GroupCommit;
import io.mintmark.store.engine.Write;
import io.mintmark.store.remote.Conversation.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Lines behind a Mintmark server, or behind several servers before one store.
 *
 * <p>Every request names the store that was found when this was opened, and a server that has
 * another refuses it; so a server that comes back on an empty store hands nothing out twice. The
 * claims of many threads share a request. Thread-safe.
 */
public final class RemoteStore implements ClaimStore {

  /** As many as a server writes, and lists, in a request. */
  private static final int MAX_LINES = 64;

  private static final int MAX_LISTED = 10_000;
  private static final int MAX_ANSWER_BYTES = 1 << 20;
  private static final int MAX_LIST_BYTES = 1 << 28;
  private static final int OK = 200;
  private static final byte[] NOTHING = {};
  private static final String PROBLEM = "urn:mintmark:problem:";

  private final Conversation servers;
  private final Durability durability;
  private final boolean canLoseAcknowledgedWrites;

  /** What every request ends with. */
  private final String identity;

  private final GroupCommit writes;

  private RemoteStore(Conversation servers, ServerList list, Json store, Duration timeout) {
    this.servers = servers;
    this.identity = "store=" + store.position("identity");
    this.canLoseAcknowledgedWrites = store.flag("canLoseAcknowledgedWrites");
    this.durability = new Durability(store.list("durability").stream()
        .map(setting -> new Durability.Setting(
            setting.text("name"), setting.text("value"), setting.text("risk")))
        .toList());
    durability.admit(list.name(), list.strict());
    this.writes = new GroupCommit("store=" + list, this::execute, MAX_LINES, timeout, () -> {});
  }

  /**
   * Starts settings.
   *
   * @return a builder
   */
  public static RemoteStoreBuilder builder() {
    return new RemoteStoreBuilder();
  }

  static RemoteStore open(
      ServerList list, Conversation servers, Duration opening, Duration timeout) {
    return new RemoteStore(
        servers, list, answer(servers.get("/v1/store", MAX_ANSWER_BYTES, opening)), timeout);
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    return writes.claim(line, atLeast, count);
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    return writes.compareAndSet(line, expected, next);
  }

  @Override
  public boolean lower(String line, long expected, long next) {
    ClaimArguments.checkLower(line, expected, next);
    writes.checkOpen();
    String path = "/v1/lines/" + encoded(line) + "/lower?expected=" + expected + "&next=" + next
        + "&accept-repeats=true&" + identity;
    return answer(servers.post(path, NOTHING, MAX_ANSWER_BYTES)).flag("moved");
  }

  @Override
  public void annotate(String line, String note) {
    writes.annotate(line, note);
  }

  @Override
  public long position(String line) {
    LineName.check(line);
    return read("/v1/lines/" + encoded(line) + "?" + identity, MAX_ANSWER_BYTES).position("next");
  }

  /** Asks for ten thousand lines at a time, and each time within the deadline. */
  @Override
  public List<Line> lines(LinePage page) {
    return page.inParts(MAX_LISTED, this::listed);
  }

  /** What one request lists; a server that did not get on by it would be asked for ever. */
  private List<Line> listed(LinePage page) {
    String path = "/v1/lines?prefix=" + encoded(page.prefix()) + "&after=" + encoded(page.after())
        + "&limit=" + page.limit() + "&" + identity;
    List<Line> lines = read(path, MAX_LIST_BYTES).list("lines").stream()
        .map(line -> new Line(
            line.text("name"), line.position("next"), line.text("note"), instant(line, "updated")))
        .toList();
    if (lines.size() > page.limit() || !lines.stream().allMatch(line -> page.holds(line.name()))) {
      throw Json.strange(Message.of(
          "the page of lines is not what was asked for: prefix={}, after={}, limit={}",
          page.prefix(),
          page.after(),
          page.limit()));
    }
    return lines;
  }

  @Override
  public Optional<Instant> now() {
    Json answer = read("/v1/time?" + identity, MAX_ANSWER_BYTES);
    return answer.text("time").isEmpty() ? Optional.empty() : Optional.of(instant(answer, "time"));
  }

  /** What the servers' own store says of itself. */
  @Override
  public boolean canLoseAcknowledgedWrites() {
    return canLoseAcknowledgedWrites;
  }

  /** Asks the servers' own store. */
  @Override
  public Optional<EngineLife> life(String line) {
    LineName.check(line);
    if (!canLoseAcknowledgedWrites) {
      return Optional.empty();
    }
    Json life = read("/v1/lines/" + encoded(line) + "/life?" + identity, MAX_ANSWER_BYTES);
    return Optional.of(
        new EngineLife(life.text("id"), instant(life, "began"), instant(life, "now")));
  }

  /** What the servers' own store says of itself. */
  @Override
  public Durability durability() {
    return durability;
  }

  /**
   * Waits for the answer to what is under way. Connections of a client that this made end with the
   * server's limit for silent ones, or when the JVM collects the client.
   */
  @Override
  public void close() {
    writes.close();
  }

  private Json read(String path, int maxBytes) {
    writes.checkOpen();
    return answer(servers.get(path, maxBytes));
  }

  private void execute(List<Write> batch) {
    Reply reply = servers.post("/v1/lines?" + identity, Json.of(batch), MAX_ANSWER_BYTES);
    List<Json> answers = answer(reply).list("answers");
    if (answers.size() != batch.size()) {
      throw Json.strange(Message.of(
          "not every write has its answer: writes={}, answers={}", batch.size(), answers.size()));
    }
    for (int i = 0; i < answers.size(); i++) {
      Json answer = answers.get(i);
      if (answer.has("type")) {
        refused(batch.get(i), answer, reply.server());
      } else {
        done(batch.get(i), answer);
      }
    }
  }

  private static void done(Write write, Json answer) {
    if (write instanceof Write.Claim claim) {
      claim.claimed(answer.position("start"));
    } else if (write instanceof Write.CompareAndSet swap) {
      swap.moved(answer.flag("moved"));
    } else if (write instanceof Write.Note note) {
      note.written();
    }
  }

  private void refused(Write write, Json problem, int server) {
    String type = problem.text("type");
    if (type.equals(PROBLEM + "exhausted") && write instanceof Write.Claim claim) {
      claim.exhausted(problem.position("next"));
      return;
    }
    if (type.equals(PROBLEM + "store-unavailable") || type.equals(PROBLEM + "closing")) {
      servers.leave(server);
    }
    write.failed(new StoreUnavailableException(problem.text("detail")));
  }

  /** The object that a server answered; a problem becomes an exception. */
  private static Json answer(Reply reply) {
    if (reply.status() == OK) {
      return Json.parse(reply.body());
    }
    Json problem;
    try {
      problem = Json.parse(reply.body());
    } catch (StoreUnavailableException e) {
      throw Json.strange(Message.of(
          "the status is not 200, and there is no problem told:" + " status={}", reply.status()));
    }
    throw new StoreUnavailableException(Message.of(
        "the server refuses: status={}, type={}, detail={}",
        reply.status(),
        problem.text("type"),
        problem.text("detail")));
  }

  private static Instant instant(Json object, String name) {
    try {
      return Instant.parse(object.text(name));
    } catch (DateTimeException e) {
      throw Json.strange(Message.of("no time: member={}", name));
    }
  }

  /** A name as one segment of a path; the rule for names leaves only slashes and colons. */
  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8);
  }
}
