package io.mintmark.config;

/**
 * One setting: a row of a table. The YAML file, the command line's options and their help, the
 * tables of the pages and the fault messages are all made from it.
 *
 * @param <T> the type of the parsed value
 * @param key its hyphenated key; a nested key follows the outer key and a dot
 * @param type parses its text
 * @param byDefault the text of the default value; empty if there is none
 * @param doc the setting's effect, in a sentence
 */
public record Setting<T>(String key, SettingType<T> type, String byDefault, String doc) {}
