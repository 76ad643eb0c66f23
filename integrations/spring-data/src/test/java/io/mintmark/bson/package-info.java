@NullMarked
package io.mintmark.bson;

import org.jspecify.annotations.NullMarked;
