package io.mintmark.storm;

import io.mintmark.storm.Caller.Outcome;
import io.mintmark.storm.Caller.Reply;
import io.mintmark.storm.Fault.Trait;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Watches the alerts of a service, and the replies to its clients. The service must lose no
 * request, and may refuse requests only during a failure.
 */
final class ServiceWatch implements Watch {

  private final Alerts alerts;
  private final Resources resources = new Resources();
  private final List<Caller> callers = new ArrayList<>();
  private final List<String> findings = new ArrayList<>();
  private List<Long> marked = List.of();
  private boolean mayRefuse = true;

  ServiceWatch(Alerts alerts) {
    this.alerts = alerts;
  }

  <T extends AutoCloseable> T own(T resource) {
    return resources.add(resource);
  }

  void add(String name, Caller.Request request, CallFile calls) {
    callers.add(own(new Caller(name, request, calls, reply -> replied(name, reply))));
  }

  private synchronized void replied(String name, Reply reply) {
    if (reply.outcome() == Outcome.LOST || (reply.outcome() == Outcome.REFUSED && !mayRefuse)) {
      findings.add("a request failed: client=" + name + ", reply=" + reply);
    }
  }

  /**
   * After a fault, refusals count as errors again only when the next fault begins. By then no call
   * from this fault is in progress.
   */
  @Override
  public synchronized void changed(Fault fault, boolean begins) {
    mayRefuse = !fault.is(Trait.NO_CALL_FAILS);
  }

  @Override
  public void mark() {
    marked = callers.stream().map(Caller::made).toList();
  }

  @Override
  public List<String> unrecovered() {
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < callers.size(); i++) {
      // The first reply may answer an earlier request.
      if (callers.get(i).made() < marked.get(i) + 2) {
        missing.add("no answer by " + callers.get(i).name());
      }
    }
    return missing;
  }

  void awaitAnswers() {
    mark();
    Waiting.until("each client has an answer", () -> unrecovered().isEmpty());
  }

  @Override
  public synchronized List<String> takeFindings() {
    List<String> taken = new ArrayList<>(findings);
    taken.addAll(alerts.takeFindings());
    findings.clear();
    return taken;
  }

  @Override
  public void close() throws IOException {
    resources.close();
  }
}
