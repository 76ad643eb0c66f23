@NullMarked
package io.mintmark.mybatis;

import org.jspecify.annotations.NullMarked;
