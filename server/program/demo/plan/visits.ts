import { hour, minute } from '../../../ground/kernel/time.ts'
import { Chance } from '../chance.ts'
import { fillBasket, totalOf } from './baskets.ts'
import { appTime, busyness, type Day, visitTime } from './calendar.ts'
import type { DemoYear } from './demo-year.ts'
import { type DemoPerson, stationOpensAgo } from './people.ts'
import { placeAt, suspiciousEmployee, suspiciousSinceAgo } from './staff.ts'
import { type DemoStep, refOf } from './step.ts'

/** Everything that somebody does with their card from one day to the next. */
export function planPerson(person: DemoPerson, cardNumber: string, year: DemoYear): readonly DemoStep[] {
  const chance = new Chance(`${year.seed} visits ${person.number}`)
  const steps: DemoStep[] = []
  for (const day of year.days) {
    if (day.ago === person.joinsAgo) steps.push(...join(person, cardNumber, day, chance))
    if (day.ago >= person.joinsAgo || day.ago < person.leavesAgo) continue
    if (!chance.isTrue(comingOn(person, day, year))) continue
    steps.push(...visit({ person, cardNumber, day }, chance))
  }
  return steps
}

/** Those who get a campaign with a hold-out come more often: that is what its lift is about. */
const eagerness = 1.35

function comingOn(person: DemoPerson, day: Day, year: DemoYear): number {
  const settling = person.habit === 'regular' ? 1 : Math.min(1, 0.6 + 0.4 * Math.exp(-(person.joinsAgo - day.ago) / 60))
  return Math.min(0.95, (person.perWeek / 7) * busyness(day) * settling * eagerness ** year.treatments(person, day))
}

function join(person: DemoPerson, cardNumber: string, day: Day, chance: Chance): readonly DemoStep[] {
  const { firstName, lastName, birthday, email, mobilePhone, gender, street, walker, number } = person
  const at = visitTime(day, chance)
  const place = placeAt(person.home, day, chance)
  const customerUpdates = {
    firstName,
    lastName,
    gender,
    address1: street,
    city: 'Harbor',
    country: 'US',
    ...(birthday && { birthday }),
    ...(email && { email }),
    ...(mobilePhone && { mobilePhone }),
  }
  const allocated = { name: `${number} joins`, at, walker, operation: 'allocate', place }
  const agreed = [
    ...(email ? [{ thirdParty: 'email', optIn: person.wantsMail }] : []),
    ...(mobilePhone ? [{ thirdParty: 'phone', optIn: person.wantsTexts }] : []),
  ]
  const consent = {
    name: `${number} agrees`,
    at: Math.max(at + minute, day.moments.at(-1) ?? 0),
    walker,
    operation: 'updateAccount',
    place,
    body: {
      cardNumber,
      countAsEnrollment: true,
      skipOptInConfirmationEmails: true,
      brandDemographics: [{ fieldName: 'favoriteDrink', value: person.drinksTea ? 'Tea' : 'Coffee' }],
      ...(agreed.length > 0 && { thirdPartyUpdates: agreed }),
    },
  }
  return [{ ...allocated, body: { cardNumber, customerUpdates } }, consent]
}

interface Visit {
  readonly person: DemoPerson
  readonly cardNumber: string
  readonly day: Day
}

function visit(given: Visit, chance: Chance): readonly DemoStep[] {
  const { person, cardNumber, day } = given
  const { walker, number } = person
  const at = visitTime(day, chance)
  const place = placeAt(whereTo(person, day, chance), day, chance)
  const products = fillBasket(person, day.month, chance)
  const name = `${number} buys ${day.ago}`
  const code = codeFor(place.location, day, chance)
  const isPaidByCard = person.habit === 'regular' && chance.isTrue(0.12)
  const sale: DemoStep = {
    name,
    at,
    walker,
    operation: 'checkout',
    place,
    usesCoupon: !('coupons' in code) && chance.isTrue(0.12),
    body: {
      cardNumber,
      products,
      ...code,
      removeBlockingCoupons: true,
      failOnUnusedCoupons: false,
      paymentMethods: [{ paymentType: chance.pick(['card', 'card', 'phone', 'cash']), amount: totalOf(products) }],
      ...(place.location === 'WEB' && { checkoutShippingTotal: 4.9, recommendationAmount: 2 }),
    },
  }
  const spent: DemoStep = {
    name: `${number} spends ${day.ago}`,
    at: at + 40_000,
    walker,
    operation: 'updateBalance',
    place,
    body: {
      cardNumber,
      action: 'redeem',
      amount: { balanceType: 'Currency', balanceCode: 'USD', amount: chance.whole(2, 6) },
      redeemMaxOnOverdraw: true,
    },
  }
  const after = undo(sale, given, chance)
  return [sale, ...(isPaidByCard ? [spent] : []), ...after, ...appOpened(given, chance)]
}

/** The posters at the station hang there since a few days: see demo/later.yaml. */
const stationPostersSinceAgo = 9

function codeFor(location: string, { ago }: Day, chance: Chance): { readonly coupons?: readonly string[] } {
  if (location === 'L3' && ago < stationPostersSinceAgo && chance.isTrue(0.6)) return { coupons: ['STATION5'] }
  return chance.isTrue(0.012) ? { coupons: ['HARBOR10'] } : {}
}

const whereTo = ({ home }: DemoPerson, { ago }: Day, chance: Chance) => {
  if (chance.isTrue(0.82)) return home
  return chance.pick(ago < stationOpensAgo ? ['L1', 'L2', 'L3', 'L3'] : ['L1', 'L2'])
}

/** A few sales are voided soon after, or something is brought back; one employee voids far too many. */
function undo(sale: DemoStep, { cardNumber, day }: Visit, chance: Chance): readonly DemoStep[] {
  const isOdd = sale.place.employee === suspiciousEmployee && day.ago < suspiciousSinceAgo
  const later = { walker: sale.walker, place: sale.place }
  if (chance.isTrue(isOdd ? 0.3 : 0.006)) {
    const body = { requestRef: refOf(sale), cardNumber, usedCouponResets: true }
    const at = sale.at + chance.whole(2, 25) * minute
    return [
      { ...later, name: `${sale.name} void`, at, operation: 'voidTransaction', body, note: 'customer changed mind' },
    ]
  }
  if (!chance.isTrue(0.008)) return []
  const [line] = sale.body.products as readonly { readonly sku: string }[]
  const body = {
    cardNumber,
    checkoutRequestRef: refOf(sale),
    returnedProducts: [{ sku: line?.sku, amountPurchased: 1 }],
    failIfCouponsUsed: false,
  }
  return [{ ...later, name: `${sale.name} back`, at: sale.at + hour, operation: 'returnMerchandise', body }]
}

function appOpened({ person: { number, walker, habit }, cardNumber, day }: Visit, chance: Chance): readonly DemoStep[] {
  if (habit === 'rare' || !chance.isTrue(0.06)) return []
  const body = { cardNumber, newEvents: [{ categoryId: 'app-open' }] }
  const at = appTime(day, chance)
  const place = { location: 'WEB', terminal: 'WEB' }
  return [{ name: `${number} opens ${day.ago}`, at, walker, operation: 'updateAccount', place, body }]
}
