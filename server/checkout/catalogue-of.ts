import type { Brand } from '../brand/brand.ts'
import { type Catalogue, toCatalogue } from './catalogue.ts'

const catalogues = new WeakMap<Brand, Catalogue>()

/** The catalogue of a version of the configuration, made when it is first asked for. */
export function catalogueOf(brand: Brand): Catalogue {
  const known = catalogues.get(brand)
  if (known) return known
  const catalogue = toCatalogue(brand.document.products)
  catalogues.set(brand, catalogue)
  return catalogue
}
