-- expand: what counts towards a card's level, kept with the card.

-- The sums that the level is measured by, and the number of the call that left them: right for as long as the card has
-- had no other call. Null, or of an earlier call: they are summed up when they are asked for.
alter table card add column tier_tally json;
