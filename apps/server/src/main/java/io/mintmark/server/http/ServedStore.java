package io.mintmark.server.http;

import io.mintmark.internal.store.LineStore;

/**
 * The store of a server, for clients that send claims on its lines (named, durable counters)
 * themselves.
 *
 * @param lines holds the lines; its owner closes it
 * @param url the store's URL, without secrets
 * @param identity the store's identity
 */
public record ServedStore(LineStore lines, String url, long identity) {}
