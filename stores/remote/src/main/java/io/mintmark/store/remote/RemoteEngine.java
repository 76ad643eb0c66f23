package io.mintmark.store.remote;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.LineParts;
import io.mintmark.store.engine.StoreContext;
import io.mintmark.store.engine.StoreEngine;
import io.mintmark.store.engine.Write;
import io.mintmark.store.remote.Conversation.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;

/**
 * A store engine whose lines (named, durable counters) are kept by Mintmark servers. Each batch of
 * writes is one request, and so is each read of a line.
 *
 * <p><b>Only one request for claims is in flight.</b> {@link io.mintmark.store.engine.GroupCommit}
 * gathers the claims of all threads and generators while the previous batch is in flight. A
 * caller's deadline runs from its own call. So a caller that has waited for the previous batch may
 * reach its deadline while the next batch, with its claim, is still in flight. Its call then fails,
 * and the batch continues.
 *
 * <p><b>Why no position is handed out twice.</b> A server's store gives each claim of a request a
 * range of its own, and replies once the ranges are durable. The answers are in the order of the
 * claims, and the batch fails if an answer is missing. This class sends a write to another server
 * only if no connection to the first server could be made. So each range is in at most one reply.
 * If the reply is lost, cut off or late, the ranges that the server may have claimed are burned,
 * for every caller of the request. If the server refuses one claim, its answer to that claim is a
 * problem (a JSON object with an error type), and only the callers of that claim fail.
 */
final class RemoteEngine implements StoreEngine {

  /** The most lines that a server accepts in one request, for writes or as a list of names. */
  private static final int MAX_LINES = 64;

  /** How many lines are read at the same time. */
  private static final int MAX_READERS = 16;

  private static final int MAX_LISTED = 10_000;
  private static final int MAX_ANSWER_BYTES = 1 << 20;
  private static final int MAX_LIST_BYTES = 1 << 28;
  private static final int OK = 200;

  /** The most characters that a message shows of a reply that is not from a Mintmark server. */
  private static final int MAX_SHOWN = 100;

  private static final byte[] NOTHING = {};
  private static final String PROBLEM = "urn:mintmark:problem:";

  /** The token or certificate is unknown or lacks the right, or the server has another store. */
  private static final Set<String> REFUSALS = Set.of(
      PROBLEM + "unauthenticated",
      PROBLEM + "forbidden",
      PROBLEM + "other-store",
      PROBLEM + "store-refused");

  private final Conversation servers;
  private final ExecutorService readers;
  private final boolean losesWrites;
  private final Durability durability;

  /** The identity of the store, as the last parameter of every request after the first. */
  private final String identity;

  /** Reads from the servers the identity of their store and its durability. */
  RemoteEngine(Conversation servers, StoreContext context, Deadline deadline) {
    this.servers = servers;
    Answer store = answer(servers.get("/v1/store", MAX_ANSWER_BYTES, deadline));
    this.identity = "store=" + position(store, "identity");
    this.losesWrites = store.flag("canLoseAcknowledgedWrites");
    this.durability = new Durability(store.objects("durability").stream()
        .map(setting -> new Durability.Setting(
            setting.text("name"), setting.text("value"), setting.text("risk")))
        .toList());
    this.readers = context.threads().start("mintmark-reader", MAX_READERS, Integer.MAX_VALUE);
  }

  /** Returns the durability that the servers' own store reports. */
  Durability durability() {
    return durability;
  }

  @Override
  public boolean canLoseAcknowledgedWrites() {
    return losesWrites;
  }

  @Override
  public int maxLines() {
    return MAX_LINES;
  }

  @Override
  public boolean notesNewLines() {
    return false;
  }

  @Override
  public long position(String line, Deadline deadline) {
    String path = "/v1/lines/" + encoded(line) + "?" + identity;
    return position(read(path, MAX_ANSWER_BYTES, deadline), "next");
  }

  /**
   * Reads the lines concurrently, and the time. Each open request has a thread. At most {@link
   * #MAX_READERS} requests are open at a time, and the others wait.
   */
  @Override
  public LinePositions positions(List<String> lines, Deadline deadline) throws Exception {
    CompletableFuture<Optional<Instant>> now =
        CompletableFuture.supplyAsync(() -> now(deadline), readers);
    List<CompletableFuture<Long>> reads = lines.stream()
        .map(line -> CompletableFuture.supplyAsync(() -> position(line, deadline), readers))
        .toList();
    List<Long> next = new ArrayList<>();
    for (CompletableFuture<Long> read : reads) {
      next.add(deadline.answer(read));
    }
    return new LinePositions(next, deadline.answer(now));
  }

  /** Lists up to ten thousand lines per request. Each request has the whole timeout. */
  @Override
  public List<Line> lines(LinePage page, Deadline deadline) {
    return LineParts.of(page, MAX_LISTED, part -> listed(part, deadline.anew()));
  }

  /**
   * Lists the lines of one request. Checks that they are in the page: a server that returns earlier
   * lines would otherwise be asked for ever.
   */
  private List<Line> listed(LinePage page, Deadline deadline) {
    String path = "/v1/lines?prefix=" + encoded(page.prefix()) + "&after=" + encoded(page.after())
        + "&limit=" + page.limit() + "&" + identity;
    List<Line> lines = read(path, MAX_LIST_BYTES, deadline).objects("lines").stream()
        .map(line -> new Line(
            line.text("name"), position(line, "next"), line.text("note"), instant(line, "updated")))
        .toList();
    if (lines.size() > page.limit() || !lines.stream().allMatch(line -> page.holds(line.name()))) {
      throw Answer.strange(Message.of(
          "the page of lines does not match the request: prefix={}, after={}, limit={}",
          page.prefix(),
          page.after(),
          page.limit()));
    }
    return lines;
  }

  @Override
  public Optional<Instant> now(Deadline deadline) {
    Answer answer = read("/v1/time?" + identity, MAX_ANSWER_BYTES, deadline);
    if (!answer.has("time")) {
      // The member is absent. A server whose engine has no clock sends it as null.
      throw Answer.strange("no time: member=time");
    }
    return answer.optional("time").map(time -> instant(answer, "time"));
  }

  /** Always true: the servers' own store notices deleted lines, and then reports a new life. */
  @Override
  public boolean noticesDeletedLines() {
    return true;
  }

  /**
   * Reads with one request, from the servers' own store, its present life (the time in which it has
   * forgotten nothing) and the lines' positions.
   */
  @Override
  public EngineLife life(List<String> lines, Deadline deadline) {
    String path = "/v1/lines/" + encoded(lines.get(0)) + "/life?also="
        + encoded(String.join(",", lines.subList(1, lines.size()))) + "&" + identity;
    Answer life = read(path, MAX_LIST_BYTES, deadline);
    List<Long> next =
        life.texts("next").stream().map(text -> position(text, "next")).toList();
    if (next.size() != lines.size()) {
      throw Answer.strange(Message.of(
          "not every line has its position: lines={}, answers={}", lines.size(), next.size()));
    }
    return new EngineLife(life.text("id"), instant(life, "began"), instant(life, "now"), next);
  }

  /**
   * Ends the reader threads. Connections end at the server's idle timeout, or when the JVM collects
   * the client.
   */
  @Override
  public void close() {
    readers.shutdown();
  }

  private Answer read(String path, int maxBytes, Deadline deadline) {
    return answer(servers.get(path, maxBytes, deadline));
  }

  /**
   * Lowers a line with a request of its own, which is not repeated. Sends all other writes
   * together.
   */
  @Override
  public void write(List<Write> writes, Deadline deadline) {
    List<Write> batch = new ArrayList<>();
    for (Write write : writes) {
      if (write instanceof Write.CompareAndSet move && move.next() < move.expected()) {
        lower(move, deadline);
      } else {
        batch.add(write);
      }
    }
    if (!batch.isEmpty()) {
      send(batch, deadline);
    }
  }

  private void lower(Write.CompareAndSet move, Deadline deadline) {
    String path = "/v1/lines/" + encoded(move.line()) + "/lower?expected=" + move.expected()
        + "&next=" + move.next() + "&accept-repeats=true&" + identity;
    try {
      move.done(answer(servers.post(path, NOTHING, MAX_ANSWER_BYTES, deadline)).flag("moved"));
    } catch (StoreUnavailableException | StoreRefusedException e) {
      move.failed(e);
    }
  }

  private void send(List<Write> batch, Deadline deadline) {
    Reply reply =
        servers.post("/v1/lines?" + identity, WritesBody.of(batch), MAX_ANSWER_BYTES, deadline);
    List<Answer> answers = answer(reply).objects("answers");
    if (answers.size() != batch.size()) {
      throw Answer.strange(Message.of(
          "not every write has its answer: writes={}, answers={}", batch.size(), answers.size()));
    }
    for (int i = 0; i < answers.size(); i++) {
      Answer answer = answers.get(i);
      if (answer.optional("type").isPresent()) {
        refused(batch.get(i), answer, reply.server());
      } else {
        done(batch.get(i), answer);
      }
    }
  }

  private static void done(Write write, Answer answer) {
    if (write instanceof Write.Claim claim) {
      claim.done(position(answer, "start") + claim.count());
    } else {
      write.done(write instanceof Write.Note || answer.flag("moved"));
    }
  }

  private void refused(Write write, Answer problem, int server) {
    String type = problem.text("type");
    if (type.equals(PROBLEM + "exhausted") && write instanceof Write.Claim claim) {
      claim.refused(position(problem, "next"));
      return;
    }
    if (type.equals(PROBLEM + "store-unavailable") || type.equals(PROBLEM + "closing")) {
      servers.leave(server);
    }
    write.failed(failure(type, problem.text("detail")));
  }

  /** Returns the object in a server's reply. Throws an exception if the reply is a problem. */
  private static Answer answer(Reply reply) {
    if (reply.status() == OK) {
      return Answer.parse(reply.body());
    }
    Answer problem;
    try {
      problem = Answer.parse(reply.body());
    } catch (StoreUnavailableException e) {
      String text = reply.body().strip();
      throw Answer.strange(Message.of(
          "the status is not 200, and the body is not a description of an error: status={},"
              + " answer='{}'",
          reply.status(),
          text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text));
    }
    throw failure(
        problem.text("type"),
        Message.of(
            "the server refuses: status={}, type={}, detail={}",
            reply.status(),
            problem.text("type"),
            problem.text("detail")));
  }

  /**
   * Makes the exception for a problem. Refusals, which waiting does not cure, have a type of their
   * own, so that callers do not wait for them.
   */
  private static MintmarkException failure(String type, String message) {
    return REFUSALS.contains(type)
        ? new StoreRefusedException(message)
        : new StoreUnavailableException(message);
  }

  /** Reads a position from 0 to 2^63 - 1, which the server sends as text. */
  private static long position(Answer object, String name) {
    return position(object.text(name), name);
  }

  private static long position(String text, String name) {
    try {
      long number = Long.parseLong(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The exception is thrown below, with the expected form.
    }
    throw Answer.strange(Message.of("no number from 0 to 2^63 - 1: member={}", name));
  }

  private static Instant instant(Answer object, String name) {
    try {
      return Instant.parse(object.text(name));
    } catch (DateTimeException e) {
      throw Answer.strange(Message.of("no time: member={}", name));
    }
  }

  /**
   * Encodes a name as one segment of a path. Slashes and colons are the only special characters in
   * names.
   */
  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8);
  }
}
