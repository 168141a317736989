import { isDeepStrictEqual } from 'node:util'
import type { FileData } from '../../../domain/brand/edits.ts'
import { isRaw, listIn, type Raw, rawIn, textIn } from '../../../domain/brand/facts/draft.ts'

/** A live rule that gives so much of a value type for what is spent. */
export interface Earning {
  readonly campaign: string
  readonly rule: string
  /** `{ give, per, of, … }` */
  readonly amount: Raw
  readonly expiry: Raw | undefined
  /** Whether every member gets it, whenever they buy something. */
  readonly isForAll: boolean
}

/** What a brand gives for spending, of one value type, in the order of its file. */
export function earningsOf(file: FileData, valueType: Raw): readonly Earning[] {
  return listIn(file.campaigns)
    .map(rawIn)
    .filter(({ active }) => active !== false)
    .flatMap((campaign) =>
      listIn(campaign.rules)
        .map(rawIn)
        .filter(({ trigger }) => trigger === 'checkout')
        .flatMap((rule) => issuesOf(rule, valueType).flatMap((issue) => earningOf(campaign, rule, issue))),
    )
}

/** How long what the brand gives of a value type is valid, if it is the same everywhere, or by its rule for everybody. */
export function expiryOf(file: FileData, valueType: Raw): Raw | undefined {
  const main = earningsOf(file, valueType).find((one) => one.isForAll)
  if (main) return main.expiry
  const all = listIn(file.campaigns)
    .flatMap((campaign) => listIn(rawIn(campaign).rules))
    .flatMap((rule) => issuesOf(rawIn(rule), valueType).map(expiryIn))
  const [first] = all
  return all.every((one) => isDeepStrictEqual(one, first)) ? first : undefined
}

export const isSpending = (of: unknown) => of === 'checkout.netTotal' || of === 'checkout.total'

const issuesOf = (rule: Raw, { balanceType, balanceCode }: Raw): readonly Raw[] =>
  listIn(rule.then)
    .map((result) => rawIn(rawIn(result).issue))
    .filter((issue) => issue.balanceType === balanceType && issue.balanceCode === balanceCode)

function earningOf(campaign: Raw, rule: Raw, issue: Raw): readonly Earning[] {
  const { amount } = issue
  if (!isRaw(amount) || !isSpending(amount.of) || (issue.to ?? 'card') !== 'card') return []
  const conditions = [...listIn(campaign.when), ...listIn(rule.when)]
  const isBounded = [rule.window, rule.limit, rule.option, rule.variant, rule.exclusive].some(
    (one) => one !== undefined && one !== null,
  )
  return [
    {
      campaign: textIn(campaign.name) ?? String(campaign.id),
      rule: textIn(rule.name) ?? String(rule.id),
      amount,
      expiry: expiryIn(issue),
      isForAll: conditions.every(isOpen) && !isBounded,
    },
  ]
}

/** Conditions that every purchase of a member meets, or nearly every. */
const openFacts: ReadonlySet<unknown> = new Set([
  'program.id',
  'checkout.hasCard',
  'checkout.netTotal',
  'checkout.total',
])
const isOpen = (condition: unknown) => openFacts.has(rawIn(condition).fact)

function expiryIn({ expiresAfter, expiresAt }: Raw): Raw | undefined {
  if (expiresAfter !== undefined && expiresAfter !== null) return { expiresAfter }
  return expiresAt === undefined || expiresAt === null ? undefined : { expiresAt }
}
