package io.mintmark.compatibility.slices;

import io.mintmark.mapper.MintmarkId;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

/** Stored by Spring Data JDBC. */
@Table("CRATE")
record Crate(@Id @MintmarkId("item") @Nullable Long id) {}
