/** What the server does, whatever protocol asks for it. */
@NullMarked
package io.mintmark.server.service;

import org.jspecify.annotations.NullMarked;
