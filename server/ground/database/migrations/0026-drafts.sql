-- expand: drafts of entries of the brand file, and the texts of those that were published.

-- Entries as they are to be, as somebody wrote them, with their faults. Nothing of it counts until it is published.
create table draft (
  brand_id text not null references brand on delete cascade,
  draft_id uuid not null,
  title text not null check (length(title) <= 200),
  -- 'refused': it was to be published at a time, and could not be.
  state text not null
    check (state in ('open', 'inReview', 'approved', 'scheduled', 'published', 'refused', 'discarded')),
  -- Counts every change of what is in it.
  revision integer not null check (revision > 0),
  -- Who: user:ana, key:shop, commandLine:root.
  created_by text not null,
  created_at timestamptz not null,
  changed_by text not null,
  changed_at timestamptz not null,
  -- The last review: who asked for it, who gave it, of which revision, and what they said.
  submitted_by text,
  submitted_at timestamptz,
  reviewed_by text,
  reviewed_at timestamptz,
  approved_revision integer,
  review_note text check (length(review_note) <= 500),
  -- When it is to be published, and by whom: an origin of the audit log, as JSON. Nobody looks inside.
  publish_at timestamptz,
  publisher jsonb,
  publish_note text check (length(publish_note) <= 500),
  ended_at timestamptz,
  -- The version that it became, or why it was refused.
  version bigint,
  reasons jsonb,
  primary key (brand_id, draft_id),
  check (approved_revision is null or (reviewed_by is not null and reviewed_by <> changed_by)),
  check (state <> 'approved' or approved_revision = revision),
  check (state <> 'scheduled' or (publish_at is not null and publisher is not null)),
  check ((state = 'published') = (version is not null)),
  check ((state in ('published', 'discarded')) = (ended_at is not null)));

create index draft_newest on draft (brand_id, changed_at desc, draft_id desc);
create index draft_unfinished on draft (brand_id, changed_at desc, draft_id desc) where ended_at is null;
create index draft_due on draft (brand_id, publish_at) where state = 'scheduled';

create table draft_entry (
  brand_id text not null,
  draft_id uuid not null,
  section text not null,
  -- '' for a section that is no list.
  key text not null,
  position smallint not null,
  -- Null: the entry is to go.
  text text check (octet_length(text) <= 400000),
  written_by text not null,
  -- The version in which its author looked at the live entry, and the SHA-256 of what it was there; null: there was none.
  base_version bigint not null,
  base_sha256 bytea,
  primary key (brand_id, draft_id, section, key),
  foreign key (brand_id, draft_id) references draft on delete cascade);

create index draft_entry_address on draft_entry (brand_id, section, key);

-- The texts of published entries, with their comments, by the SHA-256 of the entry that each is the text of.
create table entry_text (
  brand_id text not null references brand on delete cascade,
  section text not null,
  key text not null,
  sha256 bytea not null,
  text text not null check (octet_length(text) <= 400000),
  kept_at timestamptz not null,
  primary key (brand_id, section, key, sha256));
