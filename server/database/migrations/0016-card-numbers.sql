-- Cards are found by their number in any case. Nearly all numbers are digits, so that nearly none is in here.
create index card_by_any_case on card (brand_id, lower(card_number))
  where root_id is null and card_number <> lower(card_number);
