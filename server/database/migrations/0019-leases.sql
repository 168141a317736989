-- Messages that workers have at the moment: few, and counted by those that send beside them.
create index message_leased on message (brand_id, lease_until) where state = 'waiting' and lease_until is not null;
