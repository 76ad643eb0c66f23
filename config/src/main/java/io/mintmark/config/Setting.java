package io.mintmark.config;

/**
 * One setting: a row of a table. The YAML file, the command line's options and their help, the
 * pages' tables and the messages about faults are all made from it.
 *
 * @param <T> what its text is read as
 * @param key its key, hyphenated; where it is nested, after the outer key and a dot
 * @param type how its text is read
 * @param byDefault the text that stands for a missing one; empty if there is none
 * @param doc what it does, in a sentence
 */
public record Setting<T>(String key, SettingType<T> type, String byDefault, String doc) {}
