-- expand: secrets that an approved change of the brand made, until whoever asked for it has seen them.

-- What signs with each, and the SHA-256 of it; the secrets themselves are in the brand's document, sealed. Null: none, or shown.
alter table approval add column unshown jsonb;
