create table if not exists t_user (
  id bigint not null primary key,
  name varchar(100) not null
);

-- Keys are compared byte by byte.
create table if not exists t_order (
  id char(21) character set ascii collate ascii_bin not null primary key,
  user_id bigint not null,
  cents bigint not null
);
