-- Numbers that a table's identity column gave now come from sequences of their own. Grants on an identity's sequence do
-- not reach other nodes, where brands are distributed; those on a sequence do, as with card_id and notice_position.

create sequence segment_change_number;
select setval('segment_change_number', last_value, is_called) from segment_change_seq_seq;
alter table segment_change alter column seq drop identity;
alter table segment_change alter column seq set default nextval('segment_change_number');

create sequence bounce_number;
select setval('bounce_number', last_value, is_called) from bounce_seq_seq;
alter table bounce alter column seq drop identity;
alter table bounce alter column seq set default nextval('bounce_number');
