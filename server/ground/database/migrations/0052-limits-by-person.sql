-- expand: firings are counted by customer, address, number, device and employee too. Marks are keyed hashes.
alter table brand_counter add column mark_key bytea;

alter table rule_firing add column customer_id bigint;
alter table rule_firing add column employee_id text;
alter table rule_firing add column email_mark text;
alter table rule_firing add column phone_mark text;
alter table rule_firing add column device_mark text;

create index concurrently if not exists rule_firing_by_customer
  on rule_firing (brand_id, customer_id, rule_id, happened_at) where customer_id is not null;
create index concurrently if not exists rule_firing_by_email on rule_firing (brand_id, rule_id, email_mark, happened_at)
  where email_mark is not null;
create index concurrently if not exists rule_firing_by_phone on rule_firing (brand_id, rule_id, phone_mark, happened_at)
  where phone_mark is not null;
create index concurrently if not exists rule_firing_by_device on rule_firing (brand_id, rule_id, device_mark, happened_at)
  where device_mark is not null;
