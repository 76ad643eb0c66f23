package io.mintmark.server.http;

import java.util.Map;

/**
 * The configuration that a server has in force.
 *
 * @param store its store's URL, without secrets
 * @param server the settings of the server itself by their keys, defaults too
 * @param generators the settings of each generator of the configuration, by its name
 */
public record RunningSettings(
    String store, Map<String, String> server, Map<String, Map<String, String>> generators) {}
