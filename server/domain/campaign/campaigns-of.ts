import { allSteps } from '../../ground/kernel/steps.ts'
import type { Brand } from '../brand/brand.ts'
import type { Campaigns } from './campaigns.ts'
import { compileCampaigns, compileInSteps } from './compile.ts'

interface CompiledRules {
  readonly main: Campaigns
  /** Those of further currencies that calls came in. */
  readonly byCurrency: Map<string, Campaigns>
}

const compiled = new WeakMap<Brand, CompiledRules>()

/**
 * The rules of a version of the configuration, with amounts as they are in a currency: that of the location for a call,
 * else the main one. Compiled at once, unless they were prepared.
 */
export function campaignsOf(brand: Brand, currency: string = brand.currency): Campaigns {
  const { main, byCurrency } = compiled.get(brand) ?? allSteps(prepareCampaigns(brand))
  // Without amounts by currency, the rules are the same in every one.
  if (!main.arePriced || currency === brand.currency) return main
  const known = byCurrency.get(currency)
  if (known) return known
  const made = compileCampaigns(brand.document, currency, main)
  byCurrency.set(currency, made)
  return made
}

/** Compiles the rules in the main currency in steps, before a call needs them. */
export function* prepareCampaigns(brand: Brand): Generator<void, CompiledRules> {
  const main = yield* compileInSteps(brand.document)
  const rules = { main, byCurrency: new Map<string, Campaigns>() }
  compiled.set(brand, rules)
  return rules
}
