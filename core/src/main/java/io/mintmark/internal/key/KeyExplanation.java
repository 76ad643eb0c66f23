package io.mintmark.internal.key;

import java.util.List;
import java.util.Map;

/**
 * An explanation of a format: how many keys it has, until when it can be used, why its keys are
 * unique, and which properties will change with time.
 *
 * @param example a key as it would be made now
 * @param fields the fields and their positions in the key
 * @param facts facts by their names, in the order to show them
 * @param remarks remarks about the present and the future, each a sentence; none requires action
 *     now
 * @param warnings conditions that a person should act on now, each a sentence
 */
public record KeyExplanation(
    String example,
    List<KeyField> fields,
    Map<String, String> facts,
    List<String> remarks,
    List<String> warnings) {}
