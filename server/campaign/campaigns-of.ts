import type { Brand } from '../brand/brand.ts'
import type { Campaigns } from './campaigns.ts'
import { compileCampaigns } from './compile.ts'

const compiled = new WeakMap<Brand, Campaigns>()

/** The rules of a version of the configuration, compiled when they are first asked for. */
export function campaignsOf(brand: Brand): Campaigns {
  const known = compiled.get(brand)
  if (known) return known
  const campaigns = compileCampaigns(brand.document)
  compiled.set(brand, campaigns)
  return campaigns
}
