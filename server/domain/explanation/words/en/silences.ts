import { formatDateTime } from '../../../../ground/kernel/time.ts'
import type { Throttled } from '../../../campaign/limits.ts'
import type { SilentWords, ToldWindow } from '../words.ts'
import { orList } from './amounts.ts'
import { marks } from './marks.ts'

export const silent: SilentWords = {
  otherTrigger: {
    checkout: 'it runs only at checkouts',
    date: 'it runs only on its dates',
    social: 'it runs only for social links and events',
    custom: 'it runs only when custom campaigns are triggered',
    request: 'it runs only after calls other than checkouts',
    message: 'it runs only when a customer writes',
    refer: 'it runs only when referrals are rewarded',
    choice: 'it runs only when a member chooses it as a reward',
    segment: 'it runs only when a card enters or leaves its segment',
    tier: 'it runs only when a card reaches, loses or keeps a level',
  },
  otherTarget: { child: 'it is for child cards only', root: 'it is for root cards only' },
  notRunning: (from, until, timeZone) => {
    const parts = [
      from === undefined ? '' : `from ${formatDateTime(from, timeZone)}`,
      until === undefined ? '' : `until ${formatDateTime(until, timeZone)}`,
    ]
    return `it runs only ${parts.filter((part) => part !== '').join(' ')} ${timeZone}`
  },
  outsideWindow: (window) => `only ${windowWords(window)}`,
  byClock: ({ brand, location }, owner) =>
    owner === 'location' && location !== undefined
      ? `by the clock of the location (${zoneWords(location)})`
      : `by the clock of the brand (${zoneWords(brand)})`,
  heldOut: (percent) => `held out (${percent} % of cards never get this campaign)`,
  otherVariant: (expected, side) =>
    side === undefined
      ? `this rule is for variant ${expected}, and only cards have variants`
      : `variant ${side}, this rule is for ${expected}`,
  firedAlready: 'it has already fired in this call',
  excluded: (by, group) => `${by} fired first, and the two do not go together (group ${group})`,
  outbid: ({ group, best, crowd, difference }, by, more) => {
    const where = group === undefined ? ', and the two do not stand in one sale' : ` in the group ${group}`
    if (crowd !== undefined) return `${by} came first${where}: too many hold to find the best`
    if (best === 'first' || more === undefined) return `${by} came before it${where}`
    if (Number(difference) === 0) return `it gives as much as ${by}, which comes first${where}`
    if (best === 'merchant') return `it gives ${more} more than ${by}, and the least counts${where}`
    return `it lost to ${by} by ${more}${where}`
  },
  tooManyCodes: (max) => `at most ${max} ${max === 1 ? 'code is' : 'codes are'} used in one sale`,
  notChosen: (option) => `its option "${option}" was not chosen`,
  tooManyChosen: (chosen, most) => `${chosen} options of its group were chosen, at most ${most} may be`,
  throttled: ({ times, per, every, count }) => {
    const period = typeof every === 'object' ? ` in ${every.days} days` : since[every]
    return `limit reached: ${count} of ${times}${period} ${whose[per]}`
  },
  uncounted: {
    card: 'it needs a card, because of its limit per card',
    child: 'it needs a child card, because of its limit per child card',
    customer: 'it needs a card, because of its limit per customer',
    email: "it needs the customer's e-mail address, because of its limit per e-mail address",
    phone: "it needs the customer's phone number, because of its limit per phone number",
    device: 'it needs a call that names the device, because of its limit per device',
    employee: 'it needs a call that names the employee, because of its limit per employee',
  },
  barred: {
    card: 'nobody is thanked: the code is of the customer themselves',
    customer: 'nobody is thanked: both have the same name and birthday',
    email: 'nobody is thanked: both have the same e-mail address',
    phone: 'nobody is thanked: both have the same phone number',
    device: 'nobody is thanked: both have bought with the same device',
    noCard: 'nobody is thanked: the sale has no card',
    unknownCustomer: 'nobody is thanked: nothing is known of the customer that could be compared',
    unknownReferrer:
      'nobody is thanked: nothing that could be compared is known of both the customer and whoever brought them',
    notFirst: 'nobody is thanked: the customer had bought or was brought before',
    perMonth: 'nobody is thanked: whoever brought the customer has brought as many as they may this month',
  },
  nothingToDiscount: (why) => `its conditions hold, but there was nothing to take off: ${why}`,
  nothingToAdd: (why) => `its conditions hold, but nothing could be added: ${why}`,
  notApplied: (why, product) => [why, product].join(' ').trimEnd(),
  tooMuchWork: (limit, steps) =>
    `the call was refused: its rules may take ${limit} steps, and this one took ${steps}, the most of all`,
  overBudget: ({ of, amount, unit, every, spent, asked }) => {
    const name = unit.startsWith('Currency ') || unit.startsWith('Custom ') ? unit.slice(unit.indexOf(' ') + 1) : unit
    const period = typeof every === 'object' ? ` in ${every.days} days` : every === 'ever' ? '' : ` a ${every}`
    const which = `${of === 'rule' ? 'its' : "its campaign's"} budget of ${amount} ${name}${period}`
    if (asked === undefined) return `${which} is spent (${spent} so far)`
    return `${which} has too little left (${spent} so far): it would give ${asked}, all or nothing, because it redeems or adds a product too`
  },
  nothingToConvert: (why, has) =>
    `its conditions hold, but there was nothing to convert: ${why}${has === undefined ? '' : ` (it has ${has} to convert)`}`,
  short: (asked, available) => `it would redeem ${asked}, but the card has ${available}`,
}

const whose: Readonly<Record<Throttled['per'], string>> = {
  card: 'for this card',
  child: 'for this child card',
  customer: 'for all cards of this customer',
  email: 'for this e-mail address',
  phone: 'for this phone number',
  device: 'for this device',
  employee: 'for this employee',
  location: 'at this location',
  terminal: 'at this terminal',
  code: 'for this code',
  brand: 'in the whole brand',
}

const since: Readonly<Record<Extract<Throttled['every'], string>, string>> = {
  ever: '',
  day: ' today',
  week: ' this week',
  month: ' this month',
  year: ' this year',
}

const zoneWords = (timeZone: string) => timeZone.replaceAll('_', ' ')

function windowWords(window: ToldWindow | undefined): string {
  if (!window) return 'on its days and hours'
  const { days, from, to } = window
  const named = days.length === 7 ? '' : `on ${orList(days.map((day) => marks.value('request.dayOfWeek', day)))}`
  const hours = from === '00:00' && to === '24:00' ? '' : `from ${from} to ${to}`
  return [named, hours].filter((part) => part !== '').join(' ')
}
