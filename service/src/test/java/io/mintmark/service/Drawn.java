package io.mintmark.service;

import io.mintmark.key.KeyRequest;
import java.util.List;
import java.util.concurrent.CompletionException;

/** Draws ids of a service, and waits for them. */
final class Drawn {

  private Drawn() {}

  static List<String> next(IdService service, String name, int count, KeyRequest request) {
    try {
      return service.nextAsync(name, count, request).join();
    } catch (CompletionException e) {
      throw Problem.causeOf(e) instanceof RuntimeException cause ? cause : e;
    }
  }
}
