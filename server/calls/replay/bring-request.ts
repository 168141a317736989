import type { Lot } from '../../domain/card/card.ts'
import type { PastRequest } from '../../domain/decision/past-request.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import { toLot } from '../../storage/store/batch/card.sql.ts'
import { listCoupons } from '../../storage/store/batch/coupon.sql.ts'
import { listLedger, toPastRequests } from '../../storage/store/batch/request.sql.ts'
import { listLots } from './beginning.sql.ts'
import { listRequests } from './calls.sql.ts'
import { bringUndoable, type DecisionFrame } from './decision-frame.ts'
import type { ReplaySource } from './load-cards.ts'

/**
 * Brings a call that a decision looks at into its frame: one from before the period, or one of the period that was
 * applied as it happened. In the period, nothing is left of it for a card that is another one by now.
 */
export async function bringRequest(ref: RequestRef, frame: DecisionFrame, source: ReplaySource): Promise<void> {
  const { db, world } = source
  const rows = await listRequests(db, world.brandId, [ref])
  const ledger = await listLedger(db, world.brandId, [ref])
  const [found] = toPastRequests(rows, { ledger, uses: [], lots: [] })
  if (!found) return
  const isOther = found.cardId !== undefined && world.stateOf(found.cardId)?.isDiverged === true
  const request = isOther && ref >= world.begin ? withoutEffects(found) : found
  await bringLots(request, source)
  for (const id of frame.cards.keys()) {
    const state = world.cards.get(id)
    if (state) frame.cards.set(id, state.card)
  }
  bringUndoable({ request }, frame)
}

/** Brings a coupon that such a call issued, as it was by now. */
export async function bringCoupon(id: string, frame: DecisionFrame, { db, world }: ReplaySource): Promise<void> {
  const [today] = await listCoupons(db, world.brandId, [id])
  if (!today) return
  const { use, disabled: _, reservation: __, ...coupon } = today
  frame.coupons.set(id, { ...coupon, ...(use && use.at < frame.clock.now && { use }) })
}

const withoutEffects = ({ detail: _, ...request }: PastRequest): PastRequest => ({ ...request, postings: [] })

/** The lots that it changed, though nothing is left of them. */
async function bringLots({ postings }: PastRequest, { db, world }: ReplaySource): Promise<void> {
  const absent = postings.filter(({ cardId, lot }) => {
    const state = world.cards.get(cardId)
    return state && !state.card.lots.some(({ no }) => no === lot)
  })
  const wanted = absent.map(({ cardId: card, lot }) => ({ card, lot }))
  const rows = wanted.length > 0 ? await listLots(db, world.brandId, wanted) : []
  for (const row of rows) {
    const state = world.cards.get(row.card_id)
    if (!state || state.card.lots.some(({ no }) => no === row.lot_no)) continue
    const lot = toLot(row)
    const settled = lot.settled - world.undone.settledOf(row.card_id, row.lot_no)
    const empty: Lot = { ...lot, amount: 0, held: 0, settled }
    state.card = { ...state.card, lots: [...state.card.lots, empty].toSorted((a, b) => a.no - b.no) }
    state.keepsLots = true
  }
}
