import type { RouteAnswer } from '../../../ask/ask.ts'
import { useAsking } from '../../../ask/queries.ts'

export type Givable = Pick<RouteAnswer<'listOperations'>, 'scopes' | 'canGiveAll'>

const nothing: Givable = { scopes: [], canGiveAll: false }

/** What the visitor can give a key. The server refuses the rest. */
export const useGivable = (): Givable => useAsking('listOperations', {}).data ?? nothing
