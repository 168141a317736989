import type { Brand } from '../brand/brand.ts'
import { oncePer } from '../kernel/once-per.ts'
import { compileCampaigns } from './compile.ts'

/** The rules of a version of the configuration. */
export const campaignsOf = oncePer((brand: Brand) => compileCampaigns(brand.document))
