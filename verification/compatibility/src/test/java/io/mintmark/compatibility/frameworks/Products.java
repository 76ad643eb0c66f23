package io.mintmark.compatibility.frameworks;

import org.springframework.data.repository.CrudRepository;

/** A bean with the name {@code products}, which a generator has too. */
interface Products extends CrudRepository<Shop.Product, Long> {}
