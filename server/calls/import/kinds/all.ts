import type { ImportKind, KindName } from '../kind.ts'
import { balancesKind } from './balances.ts'
import { cardsKind } from './cards.ts'
import { couponsKind } from './coupons.ts'
import { customersKind } from './customers.ts'
import { levelsKind } from './levels.ts'
import { productsKind } from './products.ts'

/** Whoever has a kind knows nothing of its rows: they are read and judged by the same one. */
export type AnyKind = ImportKind<unknown>

/** In the order in which a provider is left: each needs what the ones before it brought. */
export const kinds = [
  cardsKind,
  customersKind,
  balancesKind,
  levelsKind,
  couponsKind,
  productsKind,
] as readonly unknown[] as readonly AnyKind[]

export const findKind = (name: string): AnyKind | undefined => kinds.find((kind) => kind.name === (name as KindName))
