import { textOf } from '../editor/model/edit-text.ts'
import { givenToday, newCard, oncePerCard } from '../editor/model/ready-conditions.ts'

/** What the customer reads; of a brand that speaks several languages, in one of them. */
export interface MessageText {
  readonly language?: string
  readonly subject: string
  readonly body: string
}

/** What somebody wants to give whom, and for what. */
export interface CouponFlowWish {
  readonly name: string
  readonly occasion: 'away' | 'birthday' | 'joined'
  readonly days: number
  /** Undefined: a new set is made. */
  readonly set: string | undefined
  readonly validDays: number
  readonly gives: 'percent' | 'amount' | 'already'
  readonly worth: number
  /** One for each language of the brand, in its order. */
  readonly messages: readonly MessageText[]
}

export interface CouponKeys {
  readonly campaign: string
  readonly template: string
  /** Of a set that is made. */
  readonly set: string
}

/** What the parts are called, in the words of whoever makes them. */
export interface CouponNames {
  readonly giveRule: (name: string) => string
  readonly honourRule: (name: string) => string
  readonly template: (name: string) => string
}

/** The set, the message, and a campaign with a rule that gives the coupon and one that honours it: made together. */
export function couponEntries(wish: CouponFlowWish, keys: CouponKeys, names: CouponNames) {
  const set = wish.set ?? keys.set
  const newSet = { id: set, name: wish.name, generate: { count: 0, length: 10 }, autoGenerate: true }
  const template = {
    id: keys.template,
    name: names.template(wish.name),
    channel: 'email',
    subject: spoken(wish.messages, ({ subject }) => subject),
    body: spoken(wish.messages, ({ body }) => body),
  }
  const giving = {
    id: 'give',
    name: names.giveRule(wish.name),
    ...occasionOf(wish),
    // biome-ignore lint/suspicious/noThenProperty: the file's own word; a list, never a function
    then: [
      { allocateCoupon: { set, expiresAfter: { days: wish.validDays }, onlyThisCard: true } },
      { notify: { channel: 'email', template: keys.template } },
    ],
  }
  const honouring = {
    id: 'use',
    name: names.honourRule(wish.name),
    trigger: 'checkout',
    when: [{ fact: 'coupon', set }],
    // biome-ignore lint/suspicious/noThenProperty: the file's own word; a list, never a function
    then: [{ discount: wish.gives === 'percent' ? { percent: wish.worth } : { amount: wish.worth } }],
  }
  const rules = wish.gives === 'already' ? [giving] : [giving, honouring]
  const campaign = { id: keys.campaign, name: wish.name, rules }
  return [
    ...(wish.set === undefined ? [{ section: 'couponSets' as const, key: set, text: textOf(newSet) }] : []),
    { section: 'templates' as const, key: keys.template, text: textOf(template) },
    { section: 'campaigns' as const, key: keys.campaign, text: textOf(campaign) },
  ]
}

/** One text for all, or a map by language. */
function spoken(messages: readonly MessageText[], textIn: (message: MessageText) => string) {
  const named = messages.flatMap((one) => (one.language === undefined ? [] : [[one.language, textIn(one)] as const]))
  return named.length > 0 ? Object.fromEntries(named) : messages.map(textIn).join('')
}

function occasionOf({ occasion, days }: CouponFlowWish) {
  const hour = 10
  if (occasion === 'joined')
    return {
      trigger: 'request',
      when: [newCard, givenToday],
      limit: oncePerCard,
    }
  if (occasion === 'birthday') return { trigger: 'date', date: { of: 'customer.birthday', offsetDays: -days, hour } }
  return {
    trigger: 'date',
    date: { of: 'history.lastCheckout', offsetDays: days, hour },
    limit: { times: 1, per: 'card', every: { days: 180 } },
  }
}

/** Whether whoever reads the message can use the coupon. */
export const namesCoupon = (body: string): boolean => /\{\{\s*coupon\.id\s*\}\}/.test(body)
