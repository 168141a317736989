-- expand: who made a change of the brand that waits, as it was judged then; when its time comes, it is judged by that.

-- Null: it was made by an earlier version.
alter table brand_schedule add column judged jsonb;
alter table draft add column judged jsonb;

-- What a request for approval would change of the brand, one line each; null for what is no change of the brand.
alter table approval add column changes jsonb;
alter table approval add column judged jsonb;
