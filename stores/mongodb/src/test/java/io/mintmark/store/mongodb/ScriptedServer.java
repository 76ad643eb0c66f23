package io.mintmark.store.mongodb;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The wire-compatible server in memory, with scripted replies to some commands. */
final class ScriptedServer extends MemoryBackend {

  private final Map<String, Document> answers = new ConcurrentHashMap<>();
  private final List<Document> heard = new CopyOnWriteArrayList<>();
  private final MongoServer server = new MongoServer(this);
  private final String url = server.bindAndGetConnectionString();

  /** Returns the URL without a database. */
  String url() {
    return url;
  }

  /** From now on, answers each command of a name with the given document, without executing it. */
  void answer(String command, Document answer) {
    answers.put(command, answer);
  }

  /** From now on, answers each command of a name with an error. */
  void refuse(String command, int code, String message) {
    answer(command, new Document("ok", 0.0).append("code", code).append("errmsg", message));
  }

  /** Returns the received commands of a name, in order. */
  List<Document> heard(String command) {
    return heard.stream().filter(each -> each.containsKey(command)).toList();
  }

  @Override
  public Document handleMessage(MongoMessage message) {
    Document command = message.getDocument();
    heard.add(command);
    Document answer = answers.get(command.keySet().iterator().next());
    return answer == null ? super.handleMessage(message) : answer;
  }

  /** Stops the server, which also closes this backend. */
  void stop() {
    server.shutdownNow();
  }
}
