import type { FactName } from '../brand/rules/facts.ts'
import { type ChoiceKind, choiceKindOf } from './choices.ts'
import type { SentenceNoun } from './telling.ts'

/** What the values of a fact are, and so how they are said. */
export type ValueKind =
  | { readonly kind: 'number' | 'money' | 'balance' | 'day' | 'flag' | 'text' | 'country' | 'cardNumber' }
  | { readonly kind: 'name'; readonly noun: SentenceNoun }
  | { readonly kind: 'choice'; readonly of: ChoiceKind }

const names: Partial<Readonly<Record<FactName, SentenceNoun>>> = {
  'card.setId': 'cardSet',
  'program.id': 'program',
  'location.id': 'location',
  'location.group': 'group',
  'terminal.id': 'terminal',
  'employee.id': 'employee',
  segment: 'segment',
  tier: 'tierLevel',
  'customer.affiliatedLocations': 'location',
}

const kinds = {
  money: [
    'checkout.total',
    'checkout.netTotal',
    'checkout.shipping',
    'checkout.tip',
    'products.total',
    'payments.total',
    'history.spend',
    'referral.total',
  ],
  balance: ['balance', 'balance.held', 'balance.expiring'],
  day: ['customer.birthday', 'customer.anniversary', 'request.date'],
  country: ['location.country', 'customer.country'],
  cardNumber: ['card.number'],
  flag: [
    'checkout.hasCard',
    'checkout.isReferred',
    'coupon',
    'code',
    'card.isEnrolled',
    'card.isChild',
    'card.hasChildren',
    'optIn',
  ],
  text: [
    'payments.types',
    'keyValue',
    'customer.firstName',
    'customer.middleName',
    'customer.lastName',
    'customer.email',
    'customer.phone',
    'customer.mobilePhone',
    'customer.address1',
    'customer.address2',
    'customer.city',
    'customer.state',
    'customer.postal',
    'customer.mobileCarrier',
    'customer.profileType',
    'demographic',
    'message.text',
    'message.channel',
  ],
} as const satisfies Record<string, readonly FactName[]>

const kindOf = new Map<string, keyof typeof kinds>(
  Object.entries(kinds).flatMap(([kind, facts]) => facts.map((fact) => [fact, kind as keyof typeof kinds] as const)),
)

/** Numbers, unless it is said otherwise. A level is measured in whatever its program counts. */
export function valueKindOf(fact: FactName): ValueKind {
  const noun = names[fact]
  if (noun !== undefined) return { kind: 'name', noun }
  const choice = choiceKindOf(fact)
  if (choice !== undefined) return { kind: 'choice', of: choice }
  return { kind: kindOf.get(fact) ?? 'number' }
}
