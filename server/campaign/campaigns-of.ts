import type { Brand } from '../brand/brand.ts'
import { oncePer } from '../kernel/once-per.ts'
import type { Campaigns } from './campaigns.ts'
import { arePriced, compileCampaigns } from './compile.ts'

/**
 * The rules of a version of the configuration, with amounts as they are in a currency: that of the location for a call,
 * else the main one.
 */
export function campaignsOf(brand: Brand, currency: string = brand.currency): Campaigns {
  const { main, byCurrency } = compiledOf(brand)
  if (!byCurrency || currency === brand.currency) return main
  const known = byCurrency.get(currency)
  if (known) return known
  const made = compileCampaigns(brand.document, currency, main)
  byCurrency.set(currency, made)
  return made
}

/** Without amounts by currency, the rules are the same in every one. */
const compiledOf = oncePer(({ document }: Brand) => ({
  main: compileCampaigns(document),
  byCurrency: arePriced(document) ? new Map<string, Campaigns>() : undefined,
}))
