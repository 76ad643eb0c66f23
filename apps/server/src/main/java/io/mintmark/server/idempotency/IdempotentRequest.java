package io.mintmark.server.idempotency;

import io.mintmark.key.KeyRequest;

/**
 * What was asked for under a key: a request with the same key and anything else in it is another.
 *
 * @param generator the generator's name
 * @param count how many ids
 * @param request what keys are made for
 * @param form the form of the answer
 */
public record IdempotentRequest(String generator, int count, KeyRequest request, String form) {

  /** How many characters its texts have, about. */
  int length() {
    return generator.length() + request.toString().length();
  }
}
