-- What a key may do, from where and until when; what is null is not limited.
alter table api_key
  -- The newer of two while one is being replaced.
  add column second_secret_sha256 bytea check (length(second_secret_sha256) = 32),
  add column scope text[],
  add column locations text[],
  add column addresses text[],
  add column expires_at timestamptz,
  add column strict boolean not null default false,
  -- Written at most once a minute, so that it costs calls nothing.
  add column last_used_at timestamptz;
