import type { Brand } from '../brand/brand.ts'
import type { Campaigns } from './campaigns.ts'
import { compileCampaigns, compileInSteps } from './compile.ts'

const compiled = new WeakMap<Brand, Campaigns>()

/** The rules of a version of the configuration; compiled at once, unless they were prepared. */
export function campaignsOf(brand: Brand): Campaigns {
  const known = compiled.get(brand) ?? compileCampaigns(brand.document)
  compiled.set(brand, known)
  return known
}

/** Compiles the rules in steps, before a call needs them. */
export function* prepareCampaigns(brand: Brand): Generator<void, void> {
  compiled.set(brand, yield* compileInSteps(brand.document))
}
