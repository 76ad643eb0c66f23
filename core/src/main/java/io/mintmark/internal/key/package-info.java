/** Answers for people who choose a key format; programs of users do not need it. */
@NullMarked
package io.mintmark.internal.key;

import org.jspecify.annotations.NullMarked;
