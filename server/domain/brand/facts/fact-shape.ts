import type { Noun } from '../faults/noun.ts'
import type { SentenceNoun } from './telling.ts'

/** What a brand file may say about a fact. */
export interface FactShape {
  readonly type: FactType
  /** The fact has several values: `=` and `in` mean any of them, `!=` and `notIn` none. */
  readonly list?: true
  /** A fact of the call exists only during a call, so segments cannot ask for it. */
  readonly of: 'call' | 'card'
  readonly takes?: readonly ArgumentName[]
  readonly requires?: readonly ArgumentName[]
  /** The values it can have, if they are few. */
  readonly choices?: readonly string[]
  readonly range?: readonly [number, number]
  /** Its values are ids of objects of the file. */
  readonly names?: Noun
  /** What its argument `name` names, if not a demographic field. */
  readonly named?: 'orderAttribute'
  /** An amount in the currency of the location, so what it is compared with may be given by currency. */
  readonly isLocal?: true
  readonly meaning: string
}

export type FactType = 'number' | 'amount' | 'flag' | 'text' | 'date'

/** What values are, and so how they are said. */
export type ValueKind =
  | { readonly kind: 'number' | 'money' | 'balance' | 'day' | 'flag' | 'text' | 'country' | 'cardNumber' }
  | { readonly kind: 'name'; readonly noun: SentenceNoun }
  | { readonly kind: 'choice'; readonly of: FactChoice }

/** Values that are one of a few, and have words of their own. */
type FactChoice = 'weekday' | 'callType' | 'cardStatus' | 'gender' | 'yesNo' | 'preference'

export type ArgumentName =
  | 'where'
  | 'type'
  | 'set'
  | 'tag'
  | 'key'
  | 'balanceType'
  | 'balanceCode'
  | 'subtrack'
  | 'within'
  | 'including'
  | 'name'
  | 'channel'
  | 'list'
  | 'categoryId'
  | 'eventType'
  | 'rule'
  | 'program'

/** Every argument a fact takes, and whether it must be given. */
export function argumentsOf(fact: FactShape): readonly { name: ArgumentName; needed: boolean }[] {
  return [
    ...(fact.requires ?? []).map((name) => ({ name, needed: true })),
    ...(fact.takes ?? []).map((name) => ({ name, needed: false })),
  ]
}
