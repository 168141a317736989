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
 * The most that a user of the portal can give a key: the calls of tills and shops, which is what keys are for, and of
 * administration what they may call themselves. What brings configuration into force is for those who may do
 * everything, and nobody gives it where a second person has to see that.
 */
function givableByUser(
  { permissions, locations }: Extract<Caller, { kind: 'user' }>,
  document: Pick<BrandDocument, 'portal'> | undefined,
): KeyRights {
  const places = locations ? { locations } : {}
  const mayEverything = permissionNames.every((one) => permissions.includes(one))
  const needsTwo = asksSecondPerson(document)
  if (mayEverything && !needsTwo) return places
  const own = operationNames.admin.filter((name) =>
    intoForce.has(name) ? mayEverything && !needsTwo : isOwn(operationRights[name], permissions),
  )
  return { ...places, scope: ['merchant', 'flex', ...own] }
}

const isOwn = (right: OperationRight | 'machines', own: readonly Permission[]): boolean =>
  right !== 'machines' && own.includes(right.permission)
