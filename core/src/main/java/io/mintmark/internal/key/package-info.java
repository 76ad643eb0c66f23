/** What people ask about keys before they choose a format, and programs of users do not. */
@NullMarked
package io.mintmark.internal.key;

import org.jspecify.annotations.NullMarked;
