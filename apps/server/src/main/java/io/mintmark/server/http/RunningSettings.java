package io.mintmark.server.http;

import java.util.Map;

/**
 * The configuration in force on a server.
 *
 * @param store its store's URL, without secrets
 * @param server the settings of the server itself by key, defaults included
 * @param generators the settings of each configured generator, by name
 */
public record RunningSettings(
    String store, Map<String, String> server, Map<String, Map<String, String>> generators) {}
