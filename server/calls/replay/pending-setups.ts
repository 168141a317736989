import type { CheckoutRecord } from '../../domain/checkout/record.ts'
import type { Coupon } from '../../domain/coupon/coupon.ts'
import { codeKey } from '../../ground/kernel/code-key.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { listCoupons } from '../../storage/store/batch/coupon.sql.ts'
import { keepFiring } from './apply-outcome.ts'
import { listPendingSetups } from './calls.sql.ts'
import { loadCards, type ReplaySource } from './load-cards.ts'
import { loadPast } from './load-past.ts'

/** A setup that was locked when the period began. */
interface Pending {
  readonly setup: CheckoutRecord
  readonly until: Instant
}

/** Brings the setups that were locked when the period began: what they reserved counted then, whatever became of it. */
export async function bringPendingSetups(source: ReplaySource): Promise<void> {
  const { db, world, from } = source
  const records = await listPendingSetups(db, world.brandId, { begin: world.begin, from, sample: world.sample })
  const pending = records.flatMap((setup): Pending[] => {
    const until = setup.happenedAt + (setup.content.asked?.lockSeconds ?? 0) * 1000
    return until > from ? [{ setup, until }] : []
  })
  if (pending.length === 0) return
  const cards = pending.flatMap(({ setup }) => setup.cardId ?? [])
  await loadCards(source, cards)
  for (const kind of world.kinds) await loadPast(source, kind, cards)
  const coupons = await listCoupons(db, world.brandId, [...new Set(pending.flatMap(({ setup }) => couponsOf(setup)))])
  for (const one of pending) {
    lock(source, one)
    for (const coupon of coupons) keepCoupon(source, one, coupon)
  }
}

const couponsOf = ({ content }: CheckoutRecord): readonly string[] => [...(content.coupons ?? []), ...issuedBy(content)]

const issuedBy = ({ issuedCoupons = [], referrerCoupons = [] }: CheckoutRecord['content']): readonly string[] => [
  ...issuedCoupons,
  ...referrerCoupons,
]

function lock({ world }: ReplaySource, { setup, until }: Pending): void {
  const { ref, happenedAt: at, cardId, content } = setup
  const state = cardId === undefined ? undefined : world.stateOf(cardId)
  if (!state) return
  world.setups.set(ref, setup)
  state.card = { ...state.card, lock: { by: ref, until, excluded: [] } }
  // What nobody has completed since is still there, as it was reserved.
  state.firings = state.firings.filter((firing) => firing.ref !== ref)
  state.codeUses = state.codeUses.filter((use) => use.ref !== ref)
  for (const firing of content.plan?.fired ?? []) keepFiring(world, { ...firing, until }, { ref, at })
  for (const { code } of content.codes ?? []) {
    const key = codeKey(code)
    world.codes.reserve(ref, { key, until, weight: world.sample })
    state.codeUses.push({ key, ref, until })
  }
}

/** Those that it uses are reserved, those that it issues cannot be used yet. */
function keepCoupon({ world }: ReplaySource, { setup, until }: Pending, today: Coupon): void {
  if (!couponsOf(setup).includes(today.id)) return
  const { use: _, reservation: __, disabled: ___, ...coupon } = today
  const isIssued = issuedBy(setup.content).includes(today.id)
  const state = isIssued ? { disabled: 'setup' as const } : { reservation: { until, setup: setup.ref } }
  world.coupons.set(today.id, { ...coupon, ...state })
}
