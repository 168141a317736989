import type { BrandDocument, BrandFile } from '../brand/document.ts'
import { findExcess, type KeyRights } from '../brand/keys/rights.ts'
import { coversScope } from '../brand/keys/scope.ts'
import { type PartRule, staff } from './brand-parts.ts'
import type { Caller, Judged } from './caller.ts'
import { changedKeys } from './changed-keys.ts'
import { givableBy } from './givable.ts'
import { type Permission, permissions } from './permissions.ts'
import { asksSecondPerson } from './second-person.ts'
import { type TouchedPart, touchedParts } from './touched-parts.ts'

/** What stands against a change, and where in the file. */
interface Objection {
  readonly path: string
  readonly message: string
}

/** What a change still needs: a proof of who makes it, or somebody else who has seen it. */
export type Owed = 'proof' | 'secondPerson'

export type Verdict =
  | { readonly kind: 'allowed'; readonly parts: readonly string[] }
  | { readonly kind: 'forbidden'; readonly objections: readonly Objection[] }
  | { readonly kind: 'owed'; readonly owed: Owed; readonly objections: readonly Objection[] }

/** A brand before and after a change, and what the change makes beside it. */
export interface BrandChange {
  readonly before: BrandDocument | undefined
  readonly after: BrandDocument
  /** Whether it makes cards. */
  readonly makesCards?: boolean
}

/** Whether somebody may make a change: by what it does to the brand, whatever was asked for and wherever. */
export function judgeChange(caller: Caller, change: BrandChange): Verdict {
  const touched = allTouched(change)
  const parts = [...new Set(touched.map(({ part }) => part))]
  if (caller.kind === 'operator') return { kind: 'allowed', parts }
  if (caller.kind === 'earlier') return judgeEarlier(caller.judged, change, touched)
  const lacking = [...lackingOf(caller, touched), ...reserved(caller, change), ...excessive(caller, change)]
  if (lacking.length > 0) return { kind: 'forbidden', objections: lacking }
  const owed = caller.kind === 'user' ? owedBy(caller, change, touched) : undefined
  return owed ?? { kind: 'allowed', parts }
}

/**
 * Whether a user may send passwords of employees: one that is right changes nothing, so that whoever may not change them
 * would find them out by trying. Asked before they are compared, because that takes longer for wrong ones.
 */
export function judgePasswords(caller: Caller, { locations }: Pick<BrandFile, 'locations'>): Verdict | undefined {
  if (caller.kind !== 'user') return undefined
  const message = permissionWords(staff, caller.permissions)
  const given = locations.filter(({ employees }) => employees.some(({ password }) => password !== undefined))
  if (message === undefined || given.length === 0) return undefined
  return { kind: 'forbidden', objections: given.map(({ id }) => ({ path: `locations[${id}].employees`, message })) }
}

/** Cards that a file lists are kept elsewhere than in the document. */
function allTouched({ before, after, makesCards = false }: BrandChange): readonly TouchedPart[] {
  const touched = touchedParts(before, after)
  const part = 'programs.cardSets'
  if (!makesCards || touched.some((one) => one.part === part)) return touched
  return [...touched, { part, path: part, rule: { permission: 'coupons.make', isConfirmed: false } }]
}

type Asking = Extract<Caller, { kind: 'key' | 'user' }>

function lackingOf(caller: Asking, touched: readonly TouchedPart[]): readonly Objection[] {
  const places = caller.kind === 'key' ? caller.rights.locations : caller.locations
  if (places) return touched.map(({ path }) => ({ path, message: onlySomePlaces }))
  return touched.flatMap(({ path, rule }) => {
    const message = caller.kind === 'key' ? scopeWords(rule, caller.rights) : permissionWords(rule, caller.permissions)
    return message === undefined ? [] : [{ path, message }]
  })
}

const onlySomePlaces = 'cannot be changed by somebody who is here for some locations only'

const permissionWords = ({ permission }: PartRule, own: readonly Permission[]) =>
  own.includes(permission) ? undefined : `your role does not include ${permission}: ${permissions[permission]}`

function scopeWords({ key }: PartRule, { scope }: KeyRights): string | undefined {
  if (key === undefined || coversScope(scope, key === 'admin' ? ['admin'] : key)) return undefined
  return `the scope of the key that sends this has to include ${key === 'admin' ? 'admin' : key.join(', ')}`
}

/** What nobody can give but the operator. */
function reserved({ kind }: Asking, { before, after }: BrandChange): readonly Objection[] {
  const enabled = new Set(before?.brand.enable)
  const added = after.brand.enable.filter((one) => !enabled.has(one))
  const isLifted = kind === 'user' && asksSecondPerson(before) && !asksSecondPerson(after)
  return [
    ...added.map((one) => ({ path: 'brand.enable', message: `only the operator can enable ${one}` })),
    ...(isLifted ? [{ path: 'portal.publish.secondPerson', message: onlyOperatorLifts }] : []),
  ]
}

const onlyOperatorLifts = 'only the operator can do without a second person'

/** Keys that could do more than whoever makes or changes them. */
function excessive(caller: Asking, { before, after }: BrandChange): readonly Objection[] {
  const own = givableBy(caller, before)
  const known = new Map(before?.apiKeys.map((one) => [one.key, one]))
  return changedKeys(after, before).flatMap((apiKey) => {
    const earlier = known.get(apiKey.key)
    const excess = findExcess(apiKey, own) ?? (earlier && findExcess(earlier, own))
    return excess ? [{ path: `apiKeys[${apiKey.key}].${excess}`, message: tooMuch[caller.kind] }] : []
  })
}

const tooMuch = {
  key: 'the key that sends the file cannot grant more rights than it has itself',
  user: 'your role cannot grant more rights than it has itself',
}

type User = Extract<Caller, { kind: 'user' }>
type OwedVerdict = Extract<Verdict, { kind: 'owed' }>

/** What a user still owes: first the proof, which takes a moment, then the second person. */
function owedBy(user: User, { before }: BrandChange, touched: readonly TouchedPart[]): OwedVerdict | undefined {
  const unproved = user.isConfirmed ? [] : touched.filter(({ rule }) => rule.isConfirmed)
  if (unproved.length > 0) return { kind: 'owed', owed: 'proof', objections: unproved.map(proofWords) }
  const isUnseen = asksSecondPerson(before) && !user.isSeconded
  const unseen = isUnseen ? touched.filter(({ rule }) => rule.secondPerson) : []
  return unseen.length > 0 ? { kind: 'owed', owed: 'secondPerson', objections: unseen.map(unseenWords) } : undefined
}

const proofWords = ({ path }: TouchedPart): Objection => ({ path, message: 'confirm that it is you, then try again' })

const unseenWords = ({ path, rule }: TouchedPart): Objection => ({
  path,
  message:
    rule.secondPerson === 'draft'
      ? 'are changed by a draft that somebody else approves: make one, and send it to review'
      : 'somebody else has to approve this change: ask for it',
})

/** By what it does now, for whoever made it then: what it did not do then was neither proved nor seen. */
function judgeEarlier({ by, parts }: Judged, change: BrandChange, touched: readonly TouchedPart[]): Verdict {
  const now = judgeChange(by.kind === 'user' ? { ...by, isConfirmed: true } : by, change)
  if (now.kind === 'forbidden') return now
  const later = touched.filter(({ part }) => !parts.includes(part))
  const unproved =
    by.kind === 'user' ? owedBy({ ...by, isConfirmed: false, isSeconded: false }, change, later) : undefined
  const owed = now.kind === 'owed' ? now : unproved
  return owed ? { kind: 'forbidden', objections: owed.objections } : now
}
