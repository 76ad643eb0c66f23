package io.mintmark.server.idempotency;

import io.mintmark.key.KeyRequest;

/**
 * The content of a request with a key. A request with the same key and any different content is a
 * different request.
 *
 * @param generator the generator's name
 * @param count how many ids
 * @param request the route and variables of keys
 * @param form the form of the reply
 */
public record IdempotentRequest(String generator, int count, KeyRequest request, String form) {}
