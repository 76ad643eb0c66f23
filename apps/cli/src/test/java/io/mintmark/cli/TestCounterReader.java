package io.mintmark.cli;

import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.internal.store.PublishedCounterReader;
import java.time.Duration;
import java.util.Set;

/** Reads {@code test:NEXT,STEP#any}. */
public final class TestCounterReader implements PublishedCounterReader {

  @Override
  public Set<String> schemes() {
    return Set.of("test");
  }

  @Override
  public PublishedCounter read(String url, Duration timeout) {
    String[] numbers = url.substring("test:".length(), url.indexOf('#')).split(",", 2);
    return new PublishedCounter(
        "a test's counter", Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
  }
}
