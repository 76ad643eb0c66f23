package io.mintmark.server.http;

import io.mintmark.server.watch.FileStatus;
import java.util.List;
import java.util.function.Supplier;

/**
 * A server's status.
 *
 * @param metrics writes the server's metrics in Prometheus's text format; may wait
 * @param files lists the files that are read again when they change
 */
public record ServerStatus(Supplier<String> metrics, Supplier<List<FileStatus>> files) {}
