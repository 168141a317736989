import type { JsonObject } from '../../ground/contract/json.ts'
import type { CallSource } from '../api/caller-source.ts'
import type { HttpReply } from '../api/http-reply.ts'

/** Something that a browser asks, as it came in. */
export interface Exchange {
  readonly body: JsonObject
  readonly reply: HttpReply
  readonly source: CallSource
  /** The session's token. */
  readonly token?: string
  /** The token of the device at the counter that the browser is registered as. */
  readonly deviceToken?: string
  /** Gives the browser the token of a session, or takes it away. */
  readonly setToken: (token: string | undefined) => void
  /** The same of the device. */
  readonly setDeviceToken: (token: string | undefined) => void
  /** Has the browser forget whatever it keeps of the portal. */
  readonly clearSite: () => void
}
