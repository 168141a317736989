-- expand: how often the pages for members were visited and joined, by day, place, and where people came from.

-- Counts alone: nothing in it says who it was.
create table member_day (
  brand_id text not null,
  -- By the brand's clock.
  day date not null,
  -- The place whose code was scanned; empty: none.
  location_id text not null,
  -- One of few words, such as qr, shop or link.
  source text not null,
  visits integer not null,
  joins integer not null,
  primary key (brand_id, day, location_id, source)
);
