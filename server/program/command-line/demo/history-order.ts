import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { LogFormat, LogLevel } from '../../../ground/log/log.ts'
import type { KeySettings } from '../../configuration/secret-keys.ts'
import type { MadeHistory } from '../../demo/make-history.ts'

/** What the process that makes a history is told: it knows nothing else. */
export interface HistoryOrder {
  readonly url: string
  readonly brand: BrandId
  readonly keys: KeySettings
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
}

/** How it ended. Without `made` another process had made it meanwhile. */
export type HistoryReport =
  | { readonly kind: 'ended'; readonly made?: MadeHistory }
  | { readonly kind: 'failed'; readonly text: string }
