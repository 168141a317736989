import type { TierMeasure } from '../../domain/brand/shapes/tier-shape.ts'
import { programOf } from '../../domain/brand/value-types.ts'
import { earnedBy, gainOf } from '../../domain/campaign/tier/earned.ts'
import type { TierGain } from '../../domain/campaign/tier/measure.ts'
import type { Card } from '../../domain/card/card.ts'
import type { CheckoutRecord } from '../../domain/checkout/record.ts'
import type { DecisionContext } from '../../domain/decision/decision.ts'
import type { Outcome } from '../../domain/decision/outcome.ts'
import type { PastRequest } from '../../domain/decision/past-request.ts'

type Context = Pick<DecisionContext<unknown>, 'brand' | 'call' | 'now' | 'checkout' | 'pastRequest' | 'heirOf'>

interface Counting {
  readonly by: TierMeasure
  readonly root: Card
  readonly outcome: Outcome<object>
  readonly context: Context
}

/** The levels of the root card that a call is about, if its program has any. */
export function tierOwnerOf(outcome: Outcome<object>, { brand }: Context) {
  const root = outcome.subject ?? outcome.about
  const program = root && !root.root ? programOf(brand, root) : undefined
  return root && program?.tiers ? { root, program: program.id, tiers: program.tiers } : undefined
}

/** What a call adds to what levels are measured by or takes off it, each at the instant from which it counts. */
export function gainsOf(counting: Counting): readonly TierGain[] {
  const gains = counting.by.fact === 'earned' ? earnedGains(counting) : saleGains(counting)
  return gains.filter(({ amount, checkouts }) => amount !== 0n || checkouts !== 0)
}

/** Records as they become and as they were: what is new was not there. */
function changedRecords({ outcome, context, root }: Counting) {
  const made = [outcome.checkout ?? outcome.supposes].flatMap((record) => record ?? [])
  const changed = (outcome.checkouts ?? []).filter(({ kind }) => kind !== 'setup')
  return [
    ...made.map((after) => ({ after, before: undefined })),
    ...changed.map((after) => ({ after, before: context.checkout(after.ref) })),
  ].filter(({ after }) => after.cardId !== undefined && context.heirOf(after.cardId) === root.id)
}

function saleGains(counting: Counting): TierGain[] {
  return changedRecords(counting).flatMap(({ before, after }) => [
    ...(before ? worthOf(before).map(negated) : []),
    ...worthOf(after),
  ])
}

/** A sale or setup less what was returned of it; a return that names no sale by itself. */
function worthOf(record: CheckoutRecord): TierGain[] {
  const { kind, isVoided, returned, net, currency, scale, happenedAt: at, of, ref } = record
  if (isVoided || returned?.isFull || (kind === 'return' && of !== undefined)) return []
  const amount = BigInt(net - (returned?.total ?? 0))
  return [{ at, currency, scale, amount, checkouts: kind === 'return' ? 0 : 1, ref }]
}

const negated = (gain: TierGain): TierGain => ({ ...gain, amount: -gain.amount, checkouts: -gain.checkouts })

function earnedGains(counting: Counting): TierGain[] {
  const { outcome, context, by, root } = counting
  const { brand, now: at, call } = context
  const family = outcome.cards.filter(({ id, root: above }) => id === root.id || above?.id === root.id)
  const issued = family.flatMap((card) => {
    const postings = outcome.postings.filter(({ cardId }) => cardId === card.id)
    return earnedBy(postings, { brand, by, at, lots: card.lots, ref: call.ref })
  })
  const planned = plannedOf(outcome).flatMap(({ valueType, amount }) => gainOf(valueType, amount, { brand, by, at }))
  const back = changedRecords(counting).flatMap(({ before, after }) => [
    ...(before ? takenBackOf(before, counting) : []),
    ...takenBackOf(after, counting).map(negated),
  ])
  return [...issued, ...planned, ...back, ...voidedGains(counting)]
}

/** What a setup would issue. */
function plannedOf({ checkout, supposes }: Outcome<object>) {
  const record = checkout?.kind === 'setup' ? checkout : supposes
  return (record?.content.mutations ?? []).flatMap((mutation) => {
    if (mutation.kind !== 'issue' || mutation.holder === 'referrer' || mutation.returnRelated) return []
    return mutation.origin?.trigger === 'tier' ? [] : [mutation]
  })
}

/** What returns were to take back of what a sale had issued. */
function takenBackOf(record: CheckoutRecord, { by, context }: Counting): TierGain[] {
  const { content, returned, happenedAt: at, ref } = record
  return (content.mutations ?? []).flatMap((mutation, place) => {
    if (mutation.kind !== 'issue' || mutation.holder === 'referrer' || mutation.returnRelated) return []
    const back = (returned?.returns ?? []).reduce((sum, { takenBack }) => sum + (takenBack[place] ?? 0), 0)
    return gainOf(mutation.valueType, back, { brand: context.brand, by, at, ref })
  })
}

/** Calls that are voided have given nothing; those that are no longer have given again. */
function voidedGains({ outcome, context, by, root }: Counting): TierGain[] {
  return (outcome.requests ?? []).flatMap((after) => {
    const before = context.pastRequest(after.ref)
    const isVoided = after.voidedBy !== undefined
    if (!before || isVoided === (before.voidedBy !== undefined)) return []
    if (before.cardId === undefined || context.heirOf(before.cardId) !== root.id) return []
    const gains = earnedIn(before, by, context)
    return isVoided ? gains.map(negated) : gains
  })
}

function earnedIn(call: PastRequest, by: TierMeasure, context: Context) {
  const { cardId, childId, postings, lots, happenedAt: at, ref } = call
  return [cardId, childId].flatMap((id) =>
    earnedBy(
      postings.filter((posting) => posting.cardId === id),
      { brand: context.brand, by, at, ref, lots: lots.filter((lot) => lot.cardId === id) },
    ),
  )
}
