-- expand: the views show what sales and their lines say about themselves; earlier rows have none.

create or replace view reporting.checkouts as
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
  of_ref as of_request_ref, is_voided, fully_returned as is_fully_returned,
  (content ->> 'orderMode')::bigint as order_mode,
  (select coalesce(sum((payment ->> 'paid')::bigint), 0)
    from json_array_elements(content -> 'payments') as payment
    where (payment ->> 'countAsDiscount')::boolean)
    * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[scale + 1] as payment_discount,
  -- What the sale says about itself, by names that the brand file defines. Gone where the customer was erased.
  content -> 'orderAttributes' as order_attributes
from checkout;

create or replace view reporting.checkout_lines as
select checkout.brand_id, checkout.request_ref, entry.line, checkout.kind, checkout.happened_at, checkout.card_id,
  checkout.location_id, checkout.currency, checkout.scale, checkout.is_voided, entry.content ->> 'sku' as sku,
  trim_scale((entry.content ->> 'quantity')::numeric * 0.000001) as quantity,
  trim_scale((entry.content ->> 'unitPrice')::numeric * 0.000001) as unit_price,
  -- Decimal text, other than the price.
  trim_scale((entry.content ->> 'unitCost')::numeric) as unit_cost,
  (entry.content ->> 'value')::bigint
    * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[checkout.scale + 1] as value,
  (entry.content ->> 'net')::bigint
    * (array[1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001])[checkout.scale + 1] as net_value,
  trim_scale(coalesce((checkout.returned -> 'units' ->> (entry.line - 1)::integer)::numeric, 0) * 0.000001)
    as returned_quantity,
  entry.content -> 'attributes' as attributes
from checkout
cross join lateral json_array_elements(checkout.content -> 'lines') with ordinality as entry (content, line);
