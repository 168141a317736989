import type { KeyRights } from '../../../../domain/brand/keys/rights.ts'
import { originOf } from '../../../../domain/decision/audit-origin.ts'
import { callerOf } from '../../../../domain/decision/call.ts'
import { givableBy } from '../../../../domain/judge/givable.ts'
import { dateTime, flag, id, list } from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { formatDateTime, type Instant } from '../../../../ground/kernel/time.ts'
import type { KeyOffice, RightsChange } from '../../../../storage/brand-store/keys/key-changes.ts'
import type { TaskContext } from '../../operation.ts'

/** What a key may do, as callers say it. */
export const rightsRequest = {
  scope: list(
    'What it may call: merchant, flex, admin, read (what changes nothing in merchant and flex), or names of operations. An empty list: anything.',
    id('A group, read, or an operation.'),
  ).max(100),
  locations: list('The locations it may call from. An empty list: all.', id('A location.')),
  addresses: list(
    'Where calls may come from: addresses and networks (10.0.0.0/8). An empty list: anywhere.',
    id('One.'),
  ).max(100),
  expires: dateTime('When it stops working. Empty: never.').clearable(),
  strict: flag('Whether unknown fields in its requests are error 100.'),
}

interface AskedRights extends Omit<KeyRights, 'expires'> {
  readonly expires?: Instant | ''
}

export function toRightsChange({ scope, locations, addresses, expires, strict }: AskedRights): RightsChange {
  return defined({
    scope,
    locations,
    addresses,
    expires: typeof expires === 'number' ? formatDateTime(expires) : expires,
    strict,
  })
}

/** A call can give no more than the key that it was made with has, or the role of the user who makes it. */
export function officeOf({ db, brand, random, environment, call }: TaskContext<unknown>): KeyOffice {
  const caller = givableBy(callerOf(call), brand.document)
  return { db, brand, random, environment, caller, origin: originOf(call) }
}
