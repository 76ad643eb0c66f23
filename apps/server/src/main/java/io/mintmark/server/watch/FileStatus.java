package io.mintmark.server.watch;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The status of files that are read again when they change.
 *
 * @param what their purpose
 * @param files their paths
 * @param readAt when the content in force was read
 * @param fault why the files' latest content could not be applied; empty if it is in force
 */
public record FileStatus(String what, List<Path> files, Instant readAt, Optional<String> fault) {}
