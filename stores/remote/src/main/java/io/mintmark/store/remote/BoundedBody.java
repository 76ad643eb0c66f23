package io.mintmark.store.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.error.StoreUnavailableException;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The text of a reply, up to a bound in bytes. A longer reply is abandoned together with its
 * connection.
 */
final class BoundedBody implements BodySubscriber<String> {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<String> whole = new CompletableFuture<>();
  private final int maxBytes;
  private final Consumer<String> reader;
  private @Nullable Subscription subscription;

  /**
   * Waits for a reply.
   *
   * @param reader gets the whole text, in the HTTP client's thread that read the last bytes
   */
  BoundedBody(int maxBytes, Consumer<String> reader) {
    this.maxBytes = maxBytes;
    this.reader = reader;
  }

  @Override
  public CompletionStage<String> getBody() {
    return whole;
  }

  @Override
  public void onSubscribe(Subscription source) {
    subscription = source;
    source.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (whole.isDone()) {
        return;
      }
      if (buffer.remaining() > maxBytes - bytes.size()) {
        whole.completeExceptionally(
            new StoreUnavailableException("an answer has at most " + maxBytes + " bytes"));
        Objects.requireNonNull(subscription).cancel();
        return;
      }
      byte[] part = new byte[buffer.remaining()];
      buffer.get(part);
      bytes.writeBytes(part);
    }
  }

  @Override
  public void onError(Throwable failure) {
    whole.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    String text = bytes.toString(UTF_8);
    reader.accept(text);
    whole.complete(text);
  }
}
