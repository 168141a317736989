import { type Customer, type Deed, expiryOf } from './customer.ts'
import { terms } from './model-brand.ts'
import type { Moment, Refusal } from './moment.ts'
import { cancelBring, decideBring } from './predict-bring.ts'
import { cancelSale, decideSale } from './predict-sale.ts'
import type { Step } from './steps.ts'

export function predict(customer: Customer, step: Step, moment: Moment): Refusal {
  const place = customer.deeds.length
  const done = decide(customer, step, moment)
  if (typeof done === 'number') {
    customer.deeds[place] = undefined
    return done
  }
  customer.deeds[place] = done ?? undefined
  return undefined
}

function decide(customer: Customer, step: Step, moment: Moment): Deed | number | null {
  if (step.kind === 'old') return 112
  if (step.kind === 'in') return moveIn(customer)
  if (step.kind === 'out') return moveOut(customer, step.release)
  if (customer.isOut) return 112
  if (step.kind === 'reactivate') return reactivate(customer)
  if (customer.isSuspended) return 112
  switch (step.kind) {
    case 'issue':
      return issue(customer, step, moment)
    case 'redeem':
      return redeem(customer, step, moment)
    case 'hold':
      return hold(customer, step, moment)
    case 'use':
      return useHold(customer, step)
    case 'sale':
      return decideSale(customer, step, moment)
    case 'bring':
      return decideBring(customer, step, moment)
    case 'cancel':
      return cancel(customer, step, moment)
    case 'suspend':
      customer.isSuspended = true
      return null
    case 'child':
      if (customer.hasChild) return 130
      customer.hasChild = true
      return null
    case 'offer':
      customer.addOffer(moment.now)
      return null
    case 'coupon':
      return null
    case 'choose':
      return choose(customer, moment)
  }
}

function moveOut(customer: Customer, release: boolean): number | null {
  if (customer.isOut) return 112
  const purses = [...Object.values(customer.root), ...Object.values(customer.child)]
  if (!release && purses.some(({ holds }) => holds.size > 0)) return 127
  for (const purse of purses) for (const id of [...purse.holds.keys()]) purse.release(id)
  customer.isOut = true
  return null
}

function moveIn(customer: Customer): number | null {
  if (!customer.isOut) return 128
  for (const purse of Object.values(customer.root)) purse.move()
  customer.isOut = false
  customer.isSuspended = false
  return null
}

function reactivate(customer: Customer): number | null {
  if (!customer.isSuspended) return 111
  customer.isSuspended = false
  return null
}

function issue(customer: Customer, step: Extract<Step, { kind: 'issue' }>, { now }: Moment): Deed | number {
  const purse = customer.purse(step.type, step.child)
  if (step.child && !customer.hasChild) return 129
  if (step.type === 'USD' && purse.total(now) + step.amount > terms.usdMax) return 13
  const lot = purse.issue(step.amount, { returned: step.returned, expires: expiryOf(step.months, now) })
  return { kind: 'issue', type: step.type, child: step.child, lot, amount: step.amount }
}

function redeem(customer: Customer, step: Extract<Step, { kind: 'redeem' }>, { now }: Moment): Deed | number {
  const { type, child } = step
  if (child && !customer.hasChild) return 129
  const purse = customer.purse(type, child)
  if (!step.most && purse.available(now) < step.amount) return 13
  return { kind: 'redeem', type, child, parts: purse.take(step.amount, now), hold: undefined }
}

function hold(customer: Customer, { type, amount }: Extract<Step, { kind: 'hold' }>, moment: Moment): Deed | number {
  const purse = customer.purse(type)
  if (purse.available(moment.now) < amount) return 13
  purse.hold(moment.ref, amount, moment.now)
  return { kind: 'hold', type, amount }
}

function useHold(customer: Customer, step: Extract<Step, { kind: 'use' }>): Deed | number {
  const { type, id } = holdOf(customer, step.hold)
  const purse = customer.purse(type)
  const held = purse.heldBy(id)
  if (held === 0) return 117
  if (step.amount > held) return 13
  const parts = purse.takeHeld(id, step.amount)
  if (step.release) purse.release(id)
  return step.amount === 0 ? { kind: 'release' } : { kind: 'redeem', type, child: false, parts, hold: id }
}

function holdOf(customer: Customer, place: number) {
  const deed = customer.deeds[place]
  if (deed?.kind !== 'hold') throw new Error(`no hold at ${place}`)
  return { type: deed.type, id: customer.refs[place] ?? '' }
}

/** Price and reward, both or neither. */
function choose(customer: Customer, { now }: Moment): Deed | number {
  if (customer.chosen(now) >= terms.rewardPerMonth) return 134
  const { Points, STARS } = customer.root
  if (Points.available(now) < terms.rewardPrice) return 13
  const parts = Points.take(terms.rewardPrice, now)
  return { kind: 'choose', at: now, parts, lot: STARS.issue(terms.rewardStars) }
}

function cancel(customer: Customer, step: Extract<Step, { kind: 'cancel' }>, moment: Moment): number | null {
  const deed = customer.deeds[step.deed]
  if (!deed || customer.voided.has(step.deed)) return 119
  const refused = undo(customer, deed, { step, moment })
  if (refused !== undefined) return refused
  customer.voided.add(step.deed)
  return null
}

interface Undoing {
  readonly step: Extract<Step, { kind: 'cancel' }>
  readonly moment: Moment
}

function undo(customer: Customer, deed: Deed, { step, moment }: Undoing): Refusal {
  const { now } = moment
  switch (deed.kind) {
    case 'issue': {
      const purse = customer.purse(deed.type, deed.child)
      if (!purse.canTakeBack(deed.lot, deed.amount, now)) return 13
      purse.takeBack(deed.lot, deed.amount, now)
      return undefined
    }
    case 'redeem': {
      const purse = customer.purse(deed.type, deed.child)
      if (deed.hold !== undefined && purse.holds.has(deed.hold)) purse.holdAgain(deed.hold, deed.parts)
      else for (const part of deed.parts) purse.giveBack(part)
      return undefined
    }
    case 'hold': {
      const purse = customer.purse(deed.type)
      const id = customer.refs[step.deed] ?? ''
      if (purse.heldBy(id) !== deed.amount) return 119
      purse.release(id)
      return undefined
    }
    case 'release':
      return 119
    case 'choose': {
      const { Points, STARS } = customer.root
      if (!STARS.canTakeBack(deed.lot, terms.rewardStars, now)) return 13
      STARS.takeBack(deed.lot, terms.rewardStars, now)
      for (const part of deed.parts) Points.giveBack(part)
      return undefined
    }
    case 'sale':
      return cancelSale(customer, deed.sale, { moment, resets: step.resets, place: step.deed })
    case 'bring':
      return cancelBring(customer, deed.bring, moment)
  }
}
