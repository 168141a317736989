import { day, type Instant } from '../../ground/kernel/time.ts'
import { isRole, type Permission, type Role, roles } from './permissions.ts'

/** A user of the portal who was invited, changed or kept out by another, in the order in which it happened. */
export interface UserChange {
  readonly kind: 'invited' | 'changed' | 'reset' | 'disabled' | 'removed'
  readonly at: Instant
  readonly by: string
  readonly subject: string
  /** What they might do before and after, as far as that changed. */
  readonly roleBefore?: string | undefined
  readonly roleAfter?: string | undefined
}

/** A login of the brand, as far as it matters for a second person. */
export interface Colleague {
  readonly name: string
  readonly role: Role
  /** Where they may do anything; absent: everywhere. */
  readonly locations?: ReadonlySet<string> | undefined
  /** Whether they could log in. */
  readonly isUsable: boolean
}

/** Everybody of a brand, and what users did with each other's logins lately. */
export interface Company {
  readonly colleagues: readonly Colleague[]
  readonly changes: readonly UserChange[]
}

/**
 * For so long after it was invited, reset or given a role, a login and whoever did that count as one person: the link that
 * sets its password was in their hands.
 */
export const oneHandMs = 14 * day

/** As it counts for what is asked for at a time: from two weeks before on. */
export const companyAt = ({ colleagues, changes }: Company, at: Instant): Company => ({
  colleagues,
  changes: changes.filter((change) => change.at >= at - oneHandMs),
})

const givesHand: ReadonlySet<UserChange['kind']> = new Set(['invited', 'changed', 'reset'])

/** Everybody who counts as one person with somebody, directly or through others; not that one themselves. */
export function oneHandWith(name: string, { changes }: Company): ReadonlySet<string> {
  const ties = changes.filter(({ kind }) => givesHand.has(kind))
  const found = new Set([name])
  // What is added while it is walked is walked, too.
  for (const one of found) {
    for (const { by, subject } of ties) {
      if (by === one) found.add(subject)
      if (subject === one) found.add(by)
    }
  }
  found.delete(name)
  return found
}

/** Those who could approve something for somebody: others, of another hand. Where a place is named, those who may act there. */
export function approversFor(name: string, company: Company, location?: string): readonly string[] {
  const hand = oneHandWith(name, company)
  return company.colleagues
    .filter((one) => one.isUsable && one.name !== name && !hand.has(one.name) && mayApprove(one.role))
    .filter(({ locations }) => !locations || (location !== undefined && locations.has(location)))
    .map((one) => one.name)
}

/**
 * Whether somebody is the only one of the brand who could approve. Those whom their own hand let in a moment ago do not
 * count; those whom it has kept out do, so that nobody becomes alone by that.
 */
export function isAlone(name: string, company: Company): boolean {
  const hand = new Set([name, ...oneHandWith(name, company)])
  const isOther = (one: Colleague) =>
    one.name !== name && isApprover(one) && !(hand.has(one.name) && isNewcomer(one.name, company))
  return !company.colleagues.some(isOther) && !company.changes.some((change) => keepsOut(change, hand, company))
}

const isApprover = ({ isUsable, locations, role }: Colleague) => isUsable && !locations && mayApprove(role)

/** Whether it could not approve before what was changed first of it. */
function isNewcomer(name: string, { changes }: Company): boolean {
  const first = changes.find(({ subject }) => subject === name)
  return first?.kind === 'invited' || (first?.kind === 'changed' && !mayApprove(first.roleBefore))
}

/** Whether a change by one of a hand has taken an approver away who was there before. */
function keepsOut({ kind, by, subject, roleBefore }: UserChange, hand: ReadonlySet<string>, company: Company): boolean {
  if (!hand.has(by) || isNewcomer(subject, company)) return false
  const now = company.colleagues.find(({ name }) => name === subject)
  if (now && isApprover(now)) return false
  return kind === 'disabled' ? mayApprove(now?.role) : mayApprove(roleBefore)
}

function mayApprove(role: string | undefined): boolean {
  const own: readonly Permission[] = role !== undefined && isRole(role) ? roles[role] : []
  return own.includes('changes.approve')
}
