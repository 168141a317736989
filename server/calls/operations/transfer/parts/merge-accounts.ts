import type { Account } from '../../../../domain/account/account.ts'
import { withLinks } from '../../../../domain/account/third-party.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import type { TransferRequest } from './contract.ts'

/** What is done about the person; `demographics` is what the deprecated flag asks for. */
type MergeMode = 'skip' | 'combine' | 'overwrite' | 'demographics'

export function mergeModeOf({ mergeMode, overwriteDemographics }: TransferRequest): MergeMode {
  return mergeMode ?? (overwriteDemographics ? 'demographics' : 'skip')
}

interface Pair {
  readonly old: Account
  readonly own: Account
}

/**
 * The account of the card that gets everything. Whoever was enrolled with the old card is enrolled from now on, and
 * nobody loses an enrollment.
 */
export function mergeAccounts({ old, own }: Pair, mode: Exclude<MergeMode, 'skip'>, now: Instant): Account {
  const ownFirst = mode === 'combine'
  const enrolledAt = own.enrolledAt ?? (old.enrolledAt === undefined ? undefined : now)
  const merged: Account = {
    ...own,
    customer: fieldsOf(old.customer, own.customer, ownFirst),
    demographics: fieldsOf(old.demographics, own.demographics, ownFirst),
    programs: { ...old.programs, ...own.programs },
    ...(enrolledAt !== undefined && { enrolledAt }),
  }
  return mode === 'demographics' ? merged : withTheRest(merged, { old, own }, ownFirst)
}

/** Second persons, ways to reach the customer, and answers to surveys. */
function withTheRest(merged: Account, { old, own }: Pair, ownFirst: boolean): Account {
  const alternate = own.alternate || old.alternate ? fieldsOf(old.alternate, own.alternate, ownFirst) : undefined
  const giver = own.giver || old.giver ? fieldsOf(old.giver, own.giver, ownFirst) : undefined
  const links = listOf(old.links, own.links, { ownFirst, keyOf: ({ thirdParty }) => thirdParty })
  const surveys = listOf(old.surveys, own.surveys, {
    ownFirst,
    keyOf: ({ surveyId, instanceId }) => `${surveyId}\0${instanceId}`,
  })
  const people = { ...merged, ...(alternate && { alternate }), ...(giver && { giver }), ...(surveys && { surveys }) }
  return links ? withLinks(people, links) : people
}

function fieldsOf<T extends object>(old: T | undefined, own: T | undefined, ownFirst: boolean): T {
  return (ownFirst ? { ...old, ...own } : { ...own, ...old }) as T
}

interface Merging<T> {
  readonly ownFirst: boolean
  readonly keyOf: (one: T) => string
}

function listOf<T>(old: readonly T[] | undefined, own: readonly T[] | undefined, { ownFirst, keyOf }: Merging<T>) {
  if (!old) return own
  const all = ownFirst ? [...old, ...(own ?? [])] : [...(own ?? []), ...old]
  return [...new Map(all.map((one) => [keyOf(one), one])).values()]
}
