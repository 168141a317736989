import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { Language } from '../../ground/kernel/language.ts'
import type { Brand } from '../brand/brand.ts'
import type { KeyRights } from '../brand/keys/rights.ts'
import type { Caller } from '../judge/caller.ts'
import type { Hand } from '../judge/judge-outcome.ts'
import type { Permission } from '../judge/permissions.ts'

/** Who calls, from where, and what they call it: the request's headers once they are checked. */
export interface Call {
  readonly ref: RequestRef
  readonly locationId: string
  readonly terminalId: string
  readonly employeeId?: string
  /** The caller's address. */
  readonly from?: string
  readonly externalTransactionId?: string
  readonly note?: string
  /** The key that the call was made with; absent in what happens without a caller. */
  readonly key?: { readonly name: string; readonly rights: KeyRights }
  /** The user of the portal who makes the call. */
  readonly user?: CallUser
  /** Where the caller reaches the server: scheme, host and perhaps a path, without a slash at its end. */
  readonly address?: string
  /** Of a call that is traced; `traceparent` is the header with which others go on with it. */
  readonly trace?: { readonly traceId: string; readonly traceparent: string }
}

export interface CallUser {
  /** What they log in as. */
  readonly name: string
  readonly rights: KeyRights
  readonly permissions: readonly Permission[]
  /** Whether they proved just now who they are. */
  readonly isConfirmed: boolean
  /** What they may do by hand; absent in what only looks. */
  readonly hand?: Hand
  /** The second person, where one was needed. */
  readonly approvedBy?: string
  /** Absent where nobody asks. */
  readonly company?: CallCompany
  /** The language that they are told things in. */
  readonly language?: Language
}

/** Those around a user, as far as it matters who could be a second person for them. */
export interface CallCompany {
  /** Who counts as one person with them. */
  readonly oneHand: ReadonlySet<string>
  /** Whether the brand has nobody else who could approve. */
  readonly isAlone: boolean
}

/** What whoever calls may do. Absent fields set no limit. */
export const rightsOf = ({ key, user }: Call): KeyRights => key?.rights ?? user?.rights ?? {}

/** Whoever calls, for the judge. What has no caller may change nothing. */
export function callerOf({ key, user }: Pick<Call, 'key' | 'user'>): Extract<Caller, { kind: 'key' | 'user' }> {
  if (!user) return { kind: 'key', rights: key?.rights ?? { scope: [] } }
  const { permissions, rights, isConfirmed, approvedBy, company } = user
  const places = rights.locations ? { locations: rights.locations } : {}
  const isSeconded = approvedBy !== undefined && !company?.oneHand.has(approvedBy)
  return { kind: 'user', permissions, ...places, isConfirmed, isSeconded, isAlone: company?.isAlone ?? false }
}

/** Tills and programs are told everything in English. */
export const languageOf = ({ user }: Call): Language => user?.language ?? 'en'

/** Where a call comes from. The configuration is that by which the request was read, and may have changed when it is decided. */
export interface CallOrigin {
  readonly brand: Brand
  readonly call: Call
}
