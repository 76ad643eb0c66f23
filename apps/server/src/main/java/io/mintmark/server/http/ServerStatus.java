package io.mintmark.server.http;

import io.mintmark.server.watch.FileStatus;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a server tells of itself.
 *
 * @param metrics writes, in Prometheus's text, what the server counts; may wait
 * @param files lists the files that are read again when they change
 * @param settings tells which configuration is in force
 */
public record ServerStatus(
    Supplier<String> metrics,
    Supplier<List<FileStatus>> files,
    Supplier<RunningSettings> settings) {}
