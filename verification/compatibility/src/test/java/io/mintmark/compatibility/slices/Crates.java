package io.mintmark.compatibility.slices;

import org.springframework.data.repository.CrudRepository;

interface Crates extends CrudRepository<Crate, Long> {}
