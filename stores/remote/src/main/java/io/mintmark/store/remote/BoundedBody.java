package io.mintmark.store.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.error.StoreUnavailableException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * The text of a reply, up to a bound in bytes. A longer reply is abandoned together with its
 * connection.
 */
final class BoundedBody implements BodySubscriber<String> {

  private final BodySubscriber<String> whole = BodySubscribers.ofString(UTF_8);
  private final int maxBytes;
  private long size;
  private @Nullable Subscription subscription;

  BoundedBody(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public CompletionStage<String> getBody() {
    return whole.getBody();
  }

  @Override
  public void onSubscribe(Subscription source) {
    subscription = source;
    whole.onSubscribe(source);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    size += buffers.stream().mapToLong(ByteBuffer::remaining).sum();
    if (size <= maxBytes) {
      whole.onNext(buffers);
    } else {
      onError(new StoreUnavailableException("an answer has at most " + maxBytes + " bytes"));
      Objects.requireNonNull(subscription).cancel();
    }
  }

  @Override
  public void onError(Throwable failure) {
    whole.onError(failure);
  }

  @Override
  public void onComplete() {
    whole.onComplete();
  }
}
