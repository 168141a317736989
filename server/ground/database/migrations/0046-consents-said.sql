-- expand: when, where, by whom and with which text an address or number last chose whether it wants messages.
alter table channel add column said jsonb;
