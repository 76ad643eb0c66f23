INSERT INTO customer (id, name) VALUES (1, 'Ada');
