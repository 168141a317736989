import type { Brand } from '../../domain/brand/brand.ts'
import type { WorthRates } from './lift.sql.ts'

/** What one unit of each currency is worth in the brand's main one. */
export function ratesOf({ currency, exchangeRates }: Brand): WorthRates {
  const others = [...exchangeRates].filter(([code]) => code !== currency)
  return {
    currencies: [currency, ...others.map(([code]) => code)],
    rates: ['1', ...others.map(([, { units, scale }]) => `${units}e-${scale}`)],
  }
}
