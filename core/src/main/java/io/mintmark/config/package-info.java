/**
 * Settings of generators as texts under names, the same in configuration files, on the server and
 * in Spring, checked as a whole.
 */
@NullMarked
package io.mintmark.config;

import org.jspecify.annotations.NullMarked;
