package io.mintmark.faults.day;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Asks over HTTP, with the JDK's client: one server until it takes no connection, then the next. By
 * HTTP/1.1, as this client gives up requests when a server asks it by HTTP/2 to send no more.
 */
final class HttpProgram implements Client {

  private static final int OK = 200;

  private final HttpClient client;
  private final Servers servers;
  private final Access access;
  private final AtomicInteger server = new AtomicInteger();

  HttpProgram(Servers servers, Access access) throws Exception {
    this.servers = servers;
    this.access = access;
    client = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .sslContext(access.trusting())
        .connectTimeout(Duration.ofSeconds(5))
        .build();
  }

  @Override
  public String next(String name) throws Exception {
    int asked = server.get();
    URI uri = URI.create(
        servers.url(Math.floorMod(asked, Servers.COUNT)) + "/v1/generators/" + name + "/next");
    HttpRequest request = HttpRequest.newBuilder(uri)
        .header("Accept", "text/plain")
        .header("Authorization", "Bearer " + access.token())
        .timeout(Duration.ofSeconds(30))
        .POST(BodyPublishers.noBody())
        .build();
    HttpResponse<String> answer;
    try {
      answer = client.send(request, BodyHandlers.ofString());
    } catch (ConnectException | HttpConnectTimeoutException e) {
      boolean unusedMoved = server.compareAndSet(asked, asked + 1);
      throw new NotSentException(e);
    }
    if (answer.statusCode() != OK) {
      throw new RefusedException(answer.statusCode() + " " + answer.body());
    }
    return answer.body().strip();
  }

  @Override
  public void close() {
    // The JDK's client ends with the last request.
  }
}
