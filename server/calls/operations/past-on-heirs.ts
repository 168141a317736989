import type { Card, LotName, Purse } from '../../domain/card/card.ts'
import { expiredOf, type MovedLot, withoutPassedOn, withoutRepaid } from '../../domain/card/take-back.ts'
import type { DecisionContext } from '../../domain/decision/decision.ts'
import type { Needs } from '../../domain/decision/need.ts'
import type { PastLot, PastRequest } from '../../domain/decision/past-request.ts'
import { isRefusal, type Refusal } from '../../ground/kernel/errors.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import type { Minor } from '../../ground/kernel/money.ts'
import { toLanding } from './transfer/parts/landing.ts'

type Context = Pick<DecisionContext<unknown>, 'brand' | 'now' | 'cardById' | 'heirOf'>

/**
 * Earlier calls as if they had been made with the cards that have the balances now: after a transfer, what a reversal
 * takes or gives back happens there. For undoing only; what is stored stays the call's own.
 */
export function onHeirs(calls: readonly PastRequest[], context: Context): readonly PastRequest[] | Refusal | Needs {
  const missing = calls.flatMap(changedCards).flatMap((id) => {
    const heir = context.heirOf(id)
    return heir === id || context.cardById(heir) ? [] : [heir]
  })
  if (missing.length > 0) return { kind: 'needs', needs: [{ kind: 'more', touches: { cardIds: missing } }] }
  const moved: PastRequest[] = []
  for (const call of calls) {
    const postings = moveAll(rowsToUndo(call, context), call, context)
    if (isRefusal(postings)) return postings
    const expired = moveAll(call.detail?.expired ?? [], call, context)
    if (isRefusal(expired)) return expired
    moved.push({ ...call, postings, ...(call.detail && { detail: { ...call.detail, expired } }) })
  }
  return moved
}

/**
 * Cards that were transferred since, where lots gave in the stead of others: they know what was not got back by then, and
 * what voids of other calls have given back of that since.
 */
export const owingCards = (calls: readonly PastRequest[], { heirOf }: Pick<Context, 'heirOf'>): CardId[] =>
  calls.flatMap(({ detail }) =>
    (detail?.standIns ?? []).flatMap(({ cardId, amount }) => (amount > 0 && heirOf(cardId) !== cardId ? [cardId] : [])),
  )

/** What of the call's ledger rows is to be undone, and where. */
function rowsToUndo({ postings, lots, detail }: PastRequest, { cardById }: Context) {
  const { standIns = [] } = detail ?? {}
  return withoutRepaid(withoutPassedOn(postings, standIns), standIns, ({ cardId, lot, by }) => {
    const now = cardById(cardId)?.lots.find(({ no }) => no === lot)
    const found = now ?? lots.find((one) => one.cardId === cardId && one.no === lot)
    return found?.standIns?.find((one) => one.lot === by)?.amount ?? 0
  })
}

/** The cards whose lots a call changed or settled. */
export const changedCards = ({ postings, detail }: PastRequest): CardId[] =>
  [...postings, ...(detail?.expired ?? [])].map(({ cardId }) => cardId)

interface LotChange extends LotName, Purse {
  readonly amount: Minor
  readonly moved?: MovedLot
}

function moveAll<T extends LotChange>(changes: readonly T[], call: PastRequest, context: Context): T[] | Refusal {
  const moved: T[] = []
  for (const change of changes) {
    const heir = context.heirOf(change.cardId)
    const card = heir === change.cardId ? undefined : context.cardById(heir)
    const lot = call.lots.find((one) => one.cardId === change.cardId && one.no === change.lot)
    const after = card && lot ? move(change, { lot, card, kin: call.lots }, context) : undefined
    if (isRefusal(after)) return after
    moved.push({ ...change, ...after })
  }
  return moved
}

interface Moving {
  readonly lot: PastLot
  readonly card: Card
  readonly kin: readonly PastLot[]
}

type LotMove = Omit<LotChange, 'lot'>

function move(change: LotChange, { lot, card, kin }: Moving, { brand, now }: Context): LotMove | Refusal {
  const landing = toLanding(change, card, brand)
  if (isRefusal(landing)) return landing
  const from = firstOf(lot)
  let expired = 0
  for (const one of kin) {
    if (one.cardId === card.id || !isSame(firstOf(one), from)) continue
    const landed = toLanding({ ...one, amount: expiredOf(one, now) }, card, brand)
    if (isRefusal(landed)) return landed
    expired += landed.amount
  }
  const { cardId: _, ...template } = lot
  const moved: MovedLot = { lot: { ...template, ...landing.purse, from }, expired }
  return { ...landing.purse, amount: landing.amount, cardId: card.id, moved }
}

const firstOf = (lot: PastLot): LotName => lot.from ?? { cardId: lot.cardId, lot: lot.no }

const isSame = (a: LotName, b: LotName) => a.cardId === b.cardId && a.lot === b.lot
