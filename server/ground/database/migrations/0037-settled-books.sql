-- expand: records of reads and refusals that were written when the sums had passed them already.

-- The job that sums up adds them to what it has, and forgets them here. Everything else that a call leaves behind is stored
-- under a reference that the sums have not come to: docs/decisions/0057.
create table unsummed_call (
  brand_id text not null references brand on delete cascade,
  request_ref uuid not null,
  primary key (brand_id, request_ref)
);
