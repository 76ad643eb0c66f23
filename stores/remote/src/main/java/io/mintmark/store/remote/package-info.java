/**
 * Lines behind a Mintmark server: {@code mintmark://HOST:PORT}, or behind several servers before
 * one store: {@code mintmark://ONE:PORT,OTHER:PORT}.
 */
@NullMarked
package io.mintmark.store.remote;

import org.jspecify.annotations.NullMarked;
