-- expand: views for whoever analyses the data with tools of their own. Nothing of the server reads or writes them, but for
-- `purser export`, which writes the same columns.

-- Each view begins with the brand, and joins by it, so that rows of one brand come from one node. What is left out on purpose:
-- pins, secrets, hashes, the numbers of cards and of coupons (whoever knows one can try to spend it), texts that callers
-- wrote, and everything about persons. docs/export.md has a line for each column; a test holds it against these views.

create schema if not exists reporting;

create view reporting.brands as
select brand_id, name, document -> 'brand' ->> 'currency' as currency, document -> 'brand' ->> 'country' as country,
  document -> 'brand' ->> 'timeZone' as time_zone, config_version, created_at, changed_at
from brand;

create view reporting.locations as
select brand.brand_id, place ->> 'id' as location_id, place ->> 'name' as name, place ->> 'group' as group_id,
  coalesce(place ->> 'country', document -> 'brand' ->> 'country') as country,
  coalesce(place ->> 'currency', document -> 'brand' ->> 'currency') as currency
from brand
cross join lateral jsonb_array_elements(coalesce(document -> 'locations', '[]')) as place;

create view reporting.campaigns as
select brand.brand_id, entry ->> 'id' as campaign_id, entry ->> 'name' as name
from brand
cross join lateral jsonb_array_elements(coalesce(document -> 'campaigns', '[]')) as entry;

create view reporting.value_types as
select brand_id, value_type_id, program_id, balance_type, balance_code, scale
from value_type;

create view reporting.cards as
select card.brand_id, card.card_id, card.root_id as root_card_id, card.card_set_id, card_set.program_id, card.status,
  card.origin, card.created_at, card.activated_at, card.expires_at, card.owning_location as location_id
from card
join card_set on card_set.brand_id = card.brand_id and card_set.card_set_id = card.card_set_id;

-- A number times its unit has as many decimals as the value type: 1250 * 0.01 is 12.50.
create view reporting.balances as
select balance.brand_id, balance.card_id, balance.value_type_id, value_type.program_id, value_type.balance_type,
  value_type.balance_code, value_type.scale, balance.bucket,
  balance.amount * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[value_type.scale + 1] as amount,
  balance.held * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[value_type.scale + 1] as held
from balance
join value_type on value_type.brand_id = balance.brand_id and value_type.value_type_id = balance.value_type_id;

create view reporting.ledger as
select ledger.brand_id, ledger.request_ref, ledger.line, request.happened_at, request.custom_date, request.call_type,
  request.location_id, ledger.card_id, ledger.value_type_id, value_type.program_id, value_type.balance_type,
  value_type.balance_code, value_type.scale, ledger.bucket, ledger.kind,
  ledger.amount * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[value_type.scale + 1] as amount,
  ledger.held * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[value_type.scale + 1] as held,
  ledger.balance_after * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[value_type.scale + 1] as balance_after,
  ledger.held_after * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[value_type.scale + 1] as held_after,
  ledger.seq, ledger.lot_no, ledger.hold_ref, split_part(ledger.origin ->> 'rule', '/', 1) as campaign_id,
  ledger.origin ->> 'rule' as rule_id
from ledger
join value_type on value_type.brand_id = ledger.brand_id and value_type.value_type_id = ledger.value_type_id
left join request on request.brand_id = ledger.brand_id and request.request_ref = ledger.request_ref;

create view reporting.requests as
select brand_id, request_ref, operation, call_type, happened_at, custom_date, card_id, child_id as child_card_id,
  location_id, terminal_id, employee_id, error_code, voided_by
from request;

create view reporting.checkouts as
select brand_id, request_ref, kind, happened_at,
  to_timestamp((content ->> 'customDate')::bigint / 1000.0) as custom_date, card_id, child_id as child_card_id,
  location_id, currency, scale,
  total * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[scale + 1] as total,
  discount * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[scale + 1] as discount,
  net_total * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[scale + 1] as net_total,
  coalesce((content ->> 'shipping')::bigint, 0)
    * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[scale + 1] as shipping,
  coalesce((content ->> 'tip')::bigint, 0)
    * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[scale + 1] as tip,
  returned_total * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[scale + 1] as returned_total,
  of_ref as of_request_ref, is_voided, fully_returned as is_fully_returned
from checkout;

create view reporting.checkout_lines as
select checkout.brand_id, checkout.request_ref, entry.line, checkout.kind, checkout.happened_at, checkout.card_id,
  checkout.location_id, checkout.currency, checkout.scale, checkout.is_voided, entry.content ->> 'sku' as sku,
  trim_scale((entry.content ->> 'quantity')::numeric * 0.000001) as quantity,
  trim_scale((entry.content ->> 'unitPrice')::numeric * 0.000001) as unit_price,
  trim_scale((entry.content ->> 'unitCost')::numeric * 0.000001) as unit_cost,
  (entry.content ->> 'value')::bigint
    * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[checkout.scale + 1] as value,
  (entry.content ->> 'net')::bigint
    * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[checkout.scale + 1] as net_value,
  trim_scale(coalesce((checkout.returned -> 'units' ->> (entry.line - 1)::integer)::numeric, 0) * 0.000001)
    as returned_quantity
from checkout
cross join lateral json_array_elements(checkout.content -> 'lines') with ordinality as entry (content, line);

create view reporting.discounts as
select checkout.brand_id, checkout.request_ref, entry.position, checkout.kind, checkout.happened_at, checkout.card_id,
  checkout.location_id, checkout.currency, checkout.scale, checkout.is_voided,
  (entry.content ->> 'line')::integer + 1 as line,
  coalesce(entry.content ->> 'on' = 'shipping', false) as is_on_shipping,
  (entry.content ->> 'amount')::bigint
    * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[checkout.scale + 1] as amount,
  trim_scale((entry.content ->> 'units')::numeric * 0.000001) as quantity,
  split_part(entry.content -> 'origin' ->> 'rule', '/', 1) as campaign_id,
  entry.content -> 'origin' ->> 'rule' as rule_id, (entry.content ->> 'offer')::integer as offer_no
from checkout
cross join lateral json_array_elements(checkout.content -> 'mutations') with ordinality as entry (content, position)
where entry.content ->> 'kind' = 'discount';

-- Without the persons: what is kept about them is nobody's figure.
create view reporting.customers as
select card.brand_id, card.card_id, card.root_id as root_card_id, card.card_set_id, card_set.program_id, card.status,
  card.activated_at, card.expires_at, card.owning_location as location_id, account.enrolled_at,
  coalesce(account.customer ? 'email', false) as has_email,
  coalesce(account.customer ?| array['phone', 'mobilePhone'], false) as has_phone,
  coalesce(account.customer ? 'birthday', false) as has_birthday,
  card_score.recency, card_score.frequency, card_score.monetary, card_score.total as score
from card
join card_set on card_set.brand_id = card.brand_id and card_set.card_set_id = card.card_set_id
left join account on account.brand_id = card.brand_id and account.card_id = card.card_id
left join card_score on card_score.brand_id = card.brand_id and card_score.card_id = card.card_id
where card.activated_at is not null;

create view reporting.coupons as
select brand_id, coupon_set_id, promotion_id, card_id, origin, created_at, allocated_at, allocated_by, expires_at,
  used_at, used_by, reserved_until, disabled, array_to_string(tags, ',') as tags
from coupon;

create view reporting.code_uses as
select brand_id, request_ref, code, card_id, happened_at, until as reserved_until
from code_use;

create view reporting.firings as
select brand_id, request_ref, split_part(rule_id, '/', 1) as campaign_id, rule_id, card_id, happened_at,
  until as reserved_until
from rule_firing;

create view reporting.campaign_sides as
select brand_id, request_ref, campaign_id, card_id, side, happened_at
from campaign_side;

-- Why a level was given by hand is a text about a person, and left out.
create view reporting.tiers as
select brand_id, card_id, program_id, shown_level as level_id, level_id as reached_level_id, kept_until,
  override_level as manual_level_id, override_until as manual_until
from card_tier;

create view reporting.tier_changes as
select brand_id, card_id, seq, program_id, happened_at, why, from_level as from_level_id, to_level as to_level_id,
  kept_until, judged_at, measured, request_ref
from tier_change;

create view reporting.budget_uses as
select brand_id, request_ref, line, counter, period, amount as amount_units, state = 2 as is_freed, frees_at
from budget_use;
