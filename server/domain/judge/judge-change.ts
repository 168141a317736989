import type { BrandDocument, BrandFile } from '../brand/document.ts'
import { findExcess } from '../brand/keys/rights.ts'
import { coversScope } from '../brand/keys/scope.ts'
import { type PartRule, stock } from './brand-parts.ts'
import type { Caller, KeptVerdict } from './caller.ts'
import { changedKeys } from './changed-keys.ts'
import { givableBy } from './givable.ts'
import { type ForeseenShare, findGivenObjection } from './given-limit.ts'
import { givenSecrets } from './given-secrets.ts'
import { loosenedParts } from './loosened.ts'
import type { Objection, Why } from './objection.ts'
import { asksSecondPerson } from './second-person.ts'
import { ruleOf, type TouchedPart, touchedParts } from './touched-parts.ts'

/** What a change still needs: a proof of who makes it, or somebody else who has seen it. */
export type Owed = 'proof' | 'secondPerson'

export type Verdict =
  | {
      readonly kind: 'allowed'
      readonly parts: readonly string[]
      /** It lets people do more by hand, and the brand has nobody else who could have approved that. */
      readonly isLoosenedAlone?: boolean
      /** Campaigns give more than the brand's limit, or nobody knows, and there is nobody else who could have approved that. */
      readonly isGivenAlone?: boolean
    }
  | { readonly kind: 'forbidden'; readonly objections: readonly Objection[] }
  | { readonly kind: 'owed'; readonly owed: Owed; readonly objections: readonly Objection[] }

/** A brand before and after a change, and what the change makes beside it. */
export interface BrandChange {
  readonly before: BrandDocument | undefined
  readonly after: BrandDocument
  /** Whether it makes cards. */
  readonly makesCards?: boolean
  /** The version before the current one, where an undo matters. */
  readonly previous?: BrandDocument | undefined
  /** What campaigns would have given with it; absent: nobody knows. */
  readonly foreseen?: ForeseenShare | undefined
  /** Whether it goes back to an earlier version. */
  readonly isRollback?: boolean
}

/** Whether somebody may make a change: by what it does to the brand, whatever was asked for and wherever. */
export function judgeChange(caller: Caller, change: BrandChange): Verdict {
  const touched = allTouched(change)
  const parts = [...new Set(touched.map(({ part }) => part))]
  if (caller.kind === 'operator') return { kind: 'allowed', parts }
  if (caller.kind === 'earlier') return judgeEarlier(caller.judged, change, touched)
  const lacking = [
    ...lackingOf(caller, touched),
    ...reserved(caller, change),
    ...excessive(caller, change),
    ...(caller.kind === 'key' ? loosenedBy(change, touched, 'key').map(byKeyLoosened) : []),
    ...(caller.kind === 'key' ? overGiving(change) : []),
  ]
  if (lacking.length > 0) return { kind: 'forbidden', objections: lacking }
  const owed = caller.kind === 'user' ? owedBy(caller, change, touched) : undefined
  if (owed) return owed
  const over = caller.kind === 'user' && !isOfTwo(caller) ? overGiving(change) : []
  const held = caller.kind === 'user' && over.length > 0 ? heldBy(caller, over) : undefined
  if (held) return held
  const isLoosenedAlone = caller.kind === 'user' && !caller.isSeconded && loosenedBy(change, touched).length > 0
  return {
    ...{ kind: 'allowed', parts },
    ...(isLoosenedAlone && { isLoosenedAlone }),
    ...(over.length > 0 && { isGivenAlone: true }),
  }
}

const isOfTwo = ({ isSeconded, isOfTwoPeople = isSeconded }: User): boolean => isOfTwoPeople

/** Whoever could approve it for others, and has nobody else, decides alone, once they have confirmed who they are. */
function heldBy({ isAlone, isConfirmed, permissions }: User, over: readonly Objection[]): OwedVerdict | undefined {
  if (!isAlone || !permissions.includes('changes.approve'))
    return { kind: 'owed', owed: 'secondPerson', objections: over }
  const proof = ({ path }: Objection) => against(path, { kind: 'proof' })
  return isConfirmed ? undefined : { kind: 'owed', owed: 'proof', objections: over.map(proof) }
}

/** More than the brand lets one person have campaigns give. A key has no second person. */
function overGiving(change: BrandChange): readonly Objection[] {
  const why = findGivenObjection(change)
  return why ? [against('campaigns', why)] : []
}

const against = (path: string, why: Why): Objection => ({ path, why })

/**
 * Whether somebody may send secrets: one that is right changes nothing, so that whoever may not change them would find them out by
 * trying. Asked before they are compared, because that takes longer for wrong ones.
 */
export function judgeGivenSecrets(caller: Caller, file: BrandFile): Verdict | undefined {
  if (caller.kind === 'operator' || caller.kind === 'earlier') return undefined
  const objections = lackingOf(caller, givenSecrets(file))
  return objections.length > 0 ? { kind: 'forbidden', objections } : undefined
}

/**
 * Whether somebody may take back a change that waits: whoever may not make it may not keep it from happening either. A key that
 * only cancels makes none. Of one that an earlier version kept, nobody knows what it touches.
 */
export function judgeCancelling(caller: Asking, parts: readonly string[]): Verdict {
  const touched = parts.map((part) => ({ part, path: part, rule: ruleOf(part) }))
  const lacking = lackingOf(caller, touched)
  const makesNone = caller.kind === 'key' && !coversScope(caller.rights.scope, scheduling)
  const objections = makesNone ? [...lacking, against('scope', { kind: 'scope', wanted: scheduling })] : lacking
  return objections.length > 0 ? { kind: 'forbidden', objections } : { kind: 'allowed', parts }
}

/** What a key calls to have a change wait. */
const scheduling = ['applyBrand'] as const

/** Cards that a file lists are kept elsewhere than in the document. */
function allTouched({ before, after, makesCards = false }: BrandChange): readonly TouchedPart[] {
  const touched = touchedParts(before, after)
  const part = 'programs.cardSets'
  if (!makesCards || touched.some((one) => one.part === part)) return touched
  return [...touched, { part, path: part, rule: stock }]
}

type Asking = Extract<Caller, { kind: 'key' | 'user' }>

function lackingOf(caller: Asking, touched: readonly TouchedPart[]): readonly Objection[] {
  const places = caller.kind === 'key' ? caller.rights.locations : caller.locations
  if (places) return touched.map(({ path }) => against(path, { kind: 'somePlaces' }))
  return touched.flatMap(({ path, rule }) => {
    const why = lackOf(rule, caller)
    return why === undefined ? [] : [against(path, why)]
  })
}

/** What somebody lacks to change a part. */
function lackOf({ permission, key }: PartRule, caller: Asking): Why | undefined {
  if (caller.kind === 'user')
    return caller.permissions.includes(permission) ? undefined : { kind: 'permission', permission }
  const wanted = key === 'admin' ? (['admin'] as const) : key
  return wanted === undefined || coversScope(caller.rights.scope, wanted) ? undefined : { kind: 'scope', wanted }
}

/** What nobody can give but the operator. */
function reserved({ kind }: Asking, { before, after }: BrandChange): readonly Objection[] {
  const enabled = new Set(before?.brand.enable)
  const added = after.brand.enable.filter((one) => !enabled.has(one))
  const isLifted = kind === 'user' && asksSecondPerson(before) && !asksSecondPerson(after)
  return [
    ...added.map((what) => against('brand.enable', { kind: 'operatorEnables', what })),
    ...(isLifted ? [against('portal.publish.secondPerson', { kind: 'operatorLifts' })] : []),
  ]
}

/** Keys that could do more than whoever makes or changes them. */
function excessive(caller: Asking, { before, after }: BrandChange): readonly Objection[] {
  const own = givableBy(caller, before)
  const known = new Map(before?.apiKeys.map((one) => [one.key, one]))
  return changedKeys(after, before).flatMap((apiKey) => {
    const earlier = known.get(apiKey.key)
    const excess = findExcess(apiKey, own) ?? (earlier && findExcess(earlier, own))
    return excess ? [against(`apiKeys[${apiKey.key}].${excess}`, givesMore[caller.kind])] : []
  })
}

const givesMore: { readonly [Kind in Asking['kind']]: Why } = {
  key: { kind: 'keyGivesMore' },
  user: { kind: 'userGivesMore' },
}

/** What lets people do more by hand than before. */
function loosenedBy(
  { before, after }: BrandChange,
  touched: readonly TouchedPart[],
  by: Asking['kind'] = 'user',
): readonly TouchedPart[] {
  const loosened = loosenedParts(before, after, by)
  return touched.filter(({ part }) => loosened.includes(part))
}

/** A key has no second person: else whoever has both would raise their own limits by it. */
const byKeyLoosened = ({ path }: TouchedPart) => against(path, { kind: 'keyLoosens' })

type User = Extract<Caller, { kind: 'user' }>
type OwedVerdict = Extract<Verdict, { kind: 'owed' }>

/** What a user still owes: first the proof, which takes a moment, then the second person. */
function owedBy(user: User, change: BrandChange, touched: readonly TouchedPart[]): OwedVerdict | undefined {
  const unproved = user.isConfirmed ? [] : touched.filter(({ rule }) => rule.isConfirmed)
  if (unproved.length > 0) {
    return { kind: 'owed', owed: 'proof', objections: unproved.map(({ path }) => against(path, { kind: 'proof' })) }
  }
  const unseen = user.isSeconded ? [] : unseenBy(user, change, touched)
  return unseen.length > 0 ? { kind: 'owed', owed: 'secondPerson', objections: unseen } : undefined
}

/** Where the brand asks for a second person, and wherever there is one when people are to do more by hand. */
function unseenBy(user: User, change: BrandChange, touched: readonly TouchedPart[]): readonly Objection[] {
  if (asksSecondPerson(change.before)) {
    return touched.flatMap(({ path, rule }) => (rule.secondPerson ? [against(path, { kind: rule.secondPerson })] : []))
  }
  return user.isAlone ? [] : loosenedBy(change, touched).map(({ path }) => against(path, { kind: 'loosens' }))
}

/** By what it does now, for whoever made it then: what it did not do then was neither proved nor seen. */
function judgeEarlier({ by, parts }: KeptVerdict, change: BrandChange, touched: readonly TouchedPart[]): Verdict {
  const now = judgeChange(by.kind === 'user' ? { ...by, isConfirmed: true } : by, change)
  if (now.kind === 'forbidden') return now
  const later = touched.filter(({ part }) => !parts.includes(part))
  const unproved =
    by.kind === 'user' ? owedBy({ ...by, isConfirmed: false, isSeconded: false }, change, later) : undefined
  const owed = now.kind === 'owed' ? now : unproved
  return owed ? { kind: 'forbidden', objections: owed.objections } : now
}
