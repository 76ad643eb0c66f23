package io.mintmark.compatibility.slices;

import org.springframework.data.repository.CrudRepository;

interface Items extends CrudRepository<Item, Long> {}
