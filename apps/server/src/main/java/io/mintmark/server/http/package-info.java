/** HTTP: replies in JSON, arguments in the path and the query, ids always as strings. */
@NullMarked
package io.mintmark.server.http;

import org.jspecify.annotations.NullMarked;
