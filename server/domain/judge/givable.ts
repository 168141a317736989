import type { BrandDocument } from '../brand/document.ts'
import type { KeyRights } from '../brand/keys/rights.ts'
import { type OperationName, operationNames } from '../brand/keys/scope.ts'
import type { Caller } from './caller.ts'
import { type OperationRight, operationRights } from './operation-rights.ts'
import { type Permission, permissionNames } from './permissions.ts'
import { asksSecondPerson } from './second-person.ts'

/**
 * What brings configuration into force: by it a key would do what a role may not, or past the second person. What a key
 * wrote, whoever holds it could approve as somebody else.
 */
const intoForce: ReadonlySet<OperationName> = new Set([
  'applyBrand',
  'editBrand',
  'rollbackBrand',
  'saveDraft',
  'publishDraft',
  'reviewDraft',
])

type Asking = Extract<Caller, { kind: 'key' | 'user' }>

/** The most that somebody can give a key. */
export const givableBy = (caller: Asking, document: Pick<BrandDocument, 'portal'> | undefined): KeyRights =>
  caller.kind === 'key' ? caller.rights : givableByUser(caller, document)

/**
 * What tells who somebody is, or lets one find out by trying: a key is shown everything. Contracts mark it, and a test holds
 * this list against them.
 */
export const ofPeople: ReadonlySet<OperationName> = new Set([
  'search',
  'requestLookup',
  'checkoutLookup',
  'communicationActivity',
  'simulate',
  'startErrand',
])

/**
 * The most that a user of the portal can give a key: what they may call themselves. Administrators give what tills and shops
 * call as well, which no role does by hand. What brings configuration into force is for those who may do everything, and
 * nobody gives it where a second person has to see that.
 */
function givableByUser(
  { permissions, locations }: Extract<Caller, { kind: 'user' }>,
  document: Pick<BrandDocument, 'portal'> | undefined,
): KeyRights {
  const places = locations ? { locations } : {}
  const mayEverything = permissionNames.every((one) => permissions.includes(one))
  const needsTwo = asksSecondPerson(document)
  if (mayEverything && !needsTwo) return places
  const own = Object.values(operationNames)
    .flat()
    .filter((name) => !intoForce.has(name) && isOwn(name, permissions))
  return { ...places, scope: mayEverything ? ['merchant', 'flex', ...own] : own }
}

function isOwn(name: OperationName, own: readonly Permission[]): boolean {
  const right: OperationRight | 'machines' = operationRights[name]
  if (right === 'machines' || !own.includes(right.permission)) return false
  return !ofPeople.has(name) || own.includes('customers.see')
}
