import { balancesIn, compareCoupons, compareCustomer, Divergence, same, withoutExpiry } from './compare.ts'
import type { Shared } from './counters.ts'
import type { Coverage } from './coverage.ts'
import { budgetName, Customer } from './customer.ts'
import { type Dice, drawStep, drawSteps } from './draw-step.ts'
import type { Ladder } from './ladder.ts'
import { terms } from './model-brand.ts'
import type { Seen } from './moment.ts'
import { predict } from './predict.ts'
import { codeName, deviceName, SharedFault } from './predict-sale.ts'
import { requestOf } from './requests.ts'
import type { Step } from './steps.ts'
import type { Body, Outcome, Till } from './till.ts'
import { changesBetween, featuresOf, pairsOf, rarest, stateOf } from './watch.ts'

/** A brand, with all that its customers share. */
export interface World {
  readonly brand: string
  readonly till: Till
  readonly shared: Shared
  readonly ladder: Ladder
  readonly coverage: Coverage
  now: number
  round: number
  /** Whether several lanes call at the same time. */
  isShared: boolean
  cardsMade: number
  calls: number
  /** The calls, in their order, where somebody wants to see them. */
  readonly made?: MadeCall[]
}

export interface MadeCall {
  readonly operation: string
  readonly body: object
  readonly ref: string
  readonly now: number
}

/** What happened to a customer, step by step: what is printed when the two differ. */
interface Told {
  readonly at: number
  readonly step: Step
  readonly refusedWith: number | undefined
  readonly ref: string
  readonly tries: number
}

export interface Member {
  readonly customer: Customer
  readonly story: Told[]
}

/** A new customer, with a card of their own. */
export async function join(world: World): Promise<Member> {
  const number = await newCard(world)
  return { customer: new Customer(number, world.shared, world.ladder), story: [] }
}

async function newCard(world: World): Promise<string> {
  world.cardsMade += 1
  const cardNumber = `60${String(world.cardsMade).padStart(12, '0')}`
  const { refusedWith } = await call(world, 'allocate', { cardNumber, cardSetId: 'cards', createIfNew: true })
  same('allocate of a new card', undefined, refusedWith)
  return cardNumber
}

/** A random step: every second time, of several the one of which the least was seen. */
export function drawFor({ round, coverage, now }: World, { customer, story }: Member, dice: Dice): Step {
  const step = drawStep(customer, dice, round)
  if (!dice.chance(50)) return step
  return rarest(drawSteps(customer, dice, round), { coverage, customer, story, now }) ?? step
}

/** Takes a step on the server and in the model, and compares what the two say. */
export async function take(
  world: World,
  member: Member,
  { step, isLost }: { step: Step; isLost: boolean },
): Promise<void> {
  const { customer } = member
  const { now } = world
  const next = step.kind === 'in' ? await newCard(world) : ''
  const asking = world.shared.enter(asksOf(customer, step, now))
  const { operation, body } = requestOf(customer, step, { now, next })
  const outcome = await call(world, operation, body, isLost)
  const { refusedWith, ref, tries } = outcome
  const before = stateOf(customer, now)
  world.coverage.see('operations', featuresOf(step))
  world.coverage.see('pairs', pairsOf(customer, member.story, step, now))
  if (refusedWith !== undefined) world.coverage.see('refusals', [`${step.kind} ${refusedWith}`])
  member.story.push({ at: now, step, refusedWith, ref, tries })
  const place = customer.deeds.length
  customer.refs[place] = ref
  try {
    const answer = step.kind === 'sale' && refusedWith === undefined ? await saleAnswer(world, outcome) : outcome.body
    const seen = world.isShared ? seenIn(answer, refusedWith) : undefined
    const expected = predict(customer, step, { now, ref, seen, asking })
    same(`outcome of ${step.kind}`, expected ?? 'success', refusedWith ?? 'success')
    if (expected !== undefined) return
    world.coverage.see('changes', changesBetween(before, stateOf(customer, now)))
    if (step.kind === 'in') customer.cards.push(next)
    await learnCoupons(world, customer, { step, answer })
    if (answer) compareAnswer(customer, step, { answer, now })
  } catch (error) {
    if (error instanceof SharedFault) throw new Divergence(error.message, undefined, undefined)
    throw error
  } finally {
    world.shared.leave(asking)
  }
}

async function call(world: World, operation: string, body: object, isLost = false): Promise<Outcome> {
  world.calls += 1
  const outcome = await world.till.call(operation, body, isLost)
  world.made?.push({ operation, body, ref: outcome.ref, now: world.now })
  return outcome
}

/** The most that a step may take of what is shared. */
function asksOf(customer: Customer, step: Step, now: number): Record<string, number> {
  if (step.kind === 'sale') {
    return {
      ...(step.promo === 'cut' && { [budgetName('cut', now)]: Math.ceil((step.units * step.price + 400) / 5) }),
      ...(step.promo === 'few' && { [budgetName('few', now)]: 1 }),
      ...(step.promo === 'bonus' && { [budgetName('bonus', now)]: terms.bonus }),
      ...(step.code !== undefined && { [codeName(step.code)]: 1 }),
      ...(step.device !== undefined && { [deviceName(step.device, now)]: 1 }),
    }
  }
  const deed = step.kind === 'cancel' ? customer.deeds[step.deed] : undefined
  if (deed?.kind !== 'bring') return {}
  const { sale, cut, bonus } = deed.bring
  return {
    [budgetName('cut', sale.at)]: cut,
    [budgetName('bonus', sale.at)]: bonus.should,
    ...(sale.step.code !== undefined && { [codeName(sale.step.code)]: 1 }),
  }
}

/** What a sale did. Where the answer was lost, it is looked up. */
async function saleAnswer(world: World, { body, ref }: Outcome): Promise<Body> {
  return body ?? (await world.till.read('checkoutLookup', { checkoutTransactionId: ref }))
}

interface Mutation {
  readonly campaignDescriptiveName?: string
  readonly amount: number
}

function seenIn(answer: Body | undefined, refusedWith: number | undefined): Seen {
  const mutations: readonly Mutation[] = answer?.balanceMutations ?? []
  const of = (name: string) =>
    mutations
      .filter(({ campaignDescriptiveName }) => campaignDescriptiveName?.startsWith(name))
      .reduce((sum, { amount }) => sum + amount, 0)
  return {
    refusedWith,
    cut: Math.round(of('cut') * 100),
    few: of('few') > 0,
    device: of('device') > 0,
    bonus: of('bonus'),
  }
}

/** The ids of coupons are the server's to choose. */
async function learnCoupons(
  world: World,
  customer: Customer,
  { step, answer }: { step: Step; answer: Body },
): Promise<void> {
  const isGift = step.kind === 'coupon' || (step.kind === 'sale' && step.promo === 'gift')
  if (!isGift) return
  const id: string | undefined = step.kind === 'coupon' ? answer?.couponId : answer?.issuedCouponIDs?.[0]
  customer.coupons.push({ id: id ?? (await newCouponOf(world, customer)), usedBy: undefined, isDisabled: false })
}

async function newCouponOf(world: World, customer: Customer): Promise<string> {
  const search = { filters: { cardNumber: customer.number }, returnFields: { coupons: true } }
  const coupons: { couponId: string }[] = (await world.till.read('search', search)).cards[0]?.coupons ?? []
  const known = new Set(customer.coupons.map(({ id }) => id))
  const found = coupons.filter(({ couponId }) => !known.has(couponId))
  same('coupons that are new', 1, found.length)
  return found[0]?.couponId ?? ''
}

function compareAnswer(customer: Customer, step: Step, { answer, now }: { answer: Body; now: number }): void {
  if (step.kind === 'sale') {
    const deed = customer.deeds.at(-1)
    const sale = deed?.kind === 'sale' ? deed.sale : undefined
    if (answer.checkoutTotalAfterDiscount !== undefined)
      same('net total', sale?.net, Math.round(answer.checkoutTotalAfterDiscount * 100))
  }
  const isChild = (step.kind === 'issue' || step.kind === 'redeem') && step.child
  if (answer.balances)
    same('balances in the answer', withoutExpiry(customer.shown(now, isChild)), balancesIn(answer.balances))
}

/** Looks the customer up, and compares all that there is. */
export async function look(world: World, { customer }: Member, isThorough: boolean): Promise<void> {
  await compareCustomer(world.till, customer, world.now)
  if (isThorough && !customer.isOut) await compareCoupons(world.till, customer)
}
