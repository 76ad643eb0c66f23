package io.mintmark.server.net;

import io.vertx.core.net.ServerSSLOptions;
import java.time.Instant;

/**
 * The settings of TLS for new connections, and their expiry.
 *
 * @param settings the certificate, its key, and the authorities of clients' certificates
 * @param ends when the first certificate of the server's chain ends
 */
public record Encryption(ServerSSLOptions settings, Instant ends) {}
