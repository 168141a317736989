import type { Brand } from '../../domain/brand/brand.ts'
import { rateTo } from '../../domain/brand/exchange.ts'
import { plainArray, textArray } from '../../ground/database/arrays.ts'
import { type Fragment, sql } from '../../ground/database/fragment.ts'
import { minorMax } from '../../ground/kernel/money.ts'

/**
 * Converts sums to the brand's main currency, exactly as `convertAmount` does. `rates` is joined by `currency`, and
 * `converted` is the worth of `spend` minor units of 10^-`scale`; 0 if there is no rate, or if it has too many digits.
 */
export function exchangeOf(brand: Brand): { readonly rates: Fragment; readonly converted: Fragment } {
  const known = [...brand.exchangeRates.keys()].flatMap((currency) => {
    const rate = rateTo(brand, currency, brand.currency)
    return rate ? [{ currency, ...rate }] : []
  })
  const scale = known[0]?.scale ?? 0
  const names = textArray(known.map(({ currency }) => currency))
  const overs = plainArray(known.map(({ over }) => String(over)))
  const unders = plainArray(known.map(({ under }) => String(under)))
  const under = sql`divisor * 10::numeric ^ scale`
  const rounded = sql`div(2 * abs(spend) * multiplier + ${under}, 2 * ${under})`
  const fits = sql`abs(spend) <= ${minorMax}::numeric and ${rounded} <= ${minorMax}::numeric`
  return {
    rates: sql`unnest(${names}::text[], ${overs}::numeric[], ${unders}::numeric[]) as rate (currency, multiplier, divisor)`,
    converted: sql`coalesce(case when ${fits} then sign(spend) * ${rounded} * 10::numeric ^ (-${scale}::integer) end, 0)`,
  }
}
