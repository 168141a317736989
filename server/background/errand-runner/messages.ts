import type { ConnectionOptions } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { Saying } from '../../storage/errand/sayings.ts'

/** What the process of an errand is told to do: it knows nothing else. */
export interface ErrandOrder {
  /** The module that exports the table of kinds. */
  readonly module: string
  readonly kind: string
  readonly brand: BrandId
  /** JSON. */
  readonly input: string
  readonly checkpoint: string | null
  readonly connection: ConnectionOptions
  readonly memoryMb: number
}

/** What a process may still be told once it has its order. */
export const cancelWord = 'cancel'

export interface ProgressReport {
  readonly kind: 'progress'
  readonly done: number
  readonly total: number | null
  readonly saying: Saying | null
  /** JSON. */
  readonly checkpoint: string | null
}

/**
 * How it ended, as far as the process can tell itself. `failed` has a reason that whoever asked for it should read; a
 * `fault` is for the operator, and may not come again.
 */
export type Ending =
  | { readonly kind: 'done'; readonly result: string }
  | { readonly kind: 'failed'; readonly saying: Saying }
  | { readonly kind: 'fault'; readonly text: string }

export type ErrandReport = ProgressReport | Ending
