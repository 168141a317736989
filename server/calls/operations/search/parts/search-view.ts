import type { Brand } from '../../../../domain/brand/brand.ts'
import type { PinKeeper } from '../../../../domain/card/pin-keeper.ts'
import type { Values } from '../../../../ground/contract/field.ts'
import { formatDateTime, type Instant } from '../../../../ground/kernel/time.ts'
import type { Facets } from './card-facets.ts'
import type { SearchRequest } from './contract.ts'
import type { cardModel } from './search-models.ts'

export type FoundCard = Omit<Values<typeof cardModel.fields>, 'childCards'>

export interface SearchView {
  readonly request: SearchRequest
  readonly brand: Brand
  readonly pins: PinKeeper
  readonly facets: Facets
}

export const showDay = (instant: Instant, brand: Brand) => formatDateTime(instant, brand.interfaceTimeZone).slice(0, 10)
