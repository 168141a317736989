import type { Brand } from '../../../domain/brand/brand.ts'
import { oncePer } from '../../../ground/kernel/once-per.ts'
import { fileOf } from '../../../storage/brand-store/drafts/live-entries.ts'
import { nameIndex } from './name-index.ts'

/** The names of a brand; made once for each version. */
export const indexOfBrand = oncePer((brand: Brand) => nameIndex(fileOf(brand)))
