-- expand: what long work says of itself as values, printed in the language of whoever looks; the texts beside them are English.

alter table errand add column progress_saying jsonb;
alter table errand add column error_saying jsonb;
