@NullMarked
package io.mintmark.example.mybatis;

import org.jspecify.annotations.NullMarked;
