-- expand: the view shows which rule added a line; lines that the till sent have none.

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
  entry.content -> 'attributes' as attributes, entry.content -> 'addedBy' ->> 'rule' as added_by
from checkout
cross join lateral json_array_elements(checkout.content -> 'lines') with ordinality as entry (content, line);
