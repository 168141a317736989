-- Child cards are found by their number in any case, as root cards are. Nearly all numbers are digits.
create index child_by_any_case on card (brand_id, lower(card_number))
  where root_id is not null and card_number <> lower(card_number);
