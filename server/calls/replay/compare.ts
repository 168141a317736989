import type { CheckoutContent, CheckoutRecord, KeptLine, KeptMutation } from '../../domain/checkout/record.ts'

/** Whether the replay came to what happened: prices, balances, coupons, codes and the rules that gave them. */
export function isSame(happened: CheckoutRecord, replayed: CheckoutRecord): boolean {
  if (happened.discount !== replayed.discount || happened.net !== replayed.net) return false
  const [a, b] = [happened.content, replayed.content]
  return (
    areSame(a.mutations, b.mutations, isSameMutation) &&
    areSame(a.lines, b.lines, isSameLine) &&
    lists.every((list) => areSame<unknown>(a[list], b[list], isEqual))
  )
}

const lists = ['coupons', 'codes', 'issuedCoupons', 'referrerCoupons'] as const satisfies (keyof CheckoutContent)[]

function areSame<T>(a: readonly T[] = [], b: readonly T[] = [], isSameOne: (a: T, b: T) => boolean): boolean {
  return a.length === b.length && a.every((one, place) => isSameOne(one, b[place] as T))
}

const isSameLine = (a: KeptLine, b: KeptLine) => a.net === b.net && a.value === b.value

/** The revision of a campaign changes with its file, whatever comes of it. */
function isSameMutation(a: KeptMutation, b: KeptMutation): boolean {
  const { origin: one } = a
  const { origin: other } = b
  return one?.rule === other?.rule && one?.trigger === other?.trigger && areEqual(a, b, 'origin')
}

/** Plain JSON, whatever the order of its keys. Absent and undefined are the same. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  return areEqual(a, b)
}

/** Nothing is copied: this is done for every line of what happened. */
function areEqual(a: object, b: object, but?: string): boolean {
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  for (const key in one) if (key !== but && !isEqual(one[key], other[key])) return false
  for (const key in other) if (key !== but && other[key] !== undefined && one[key] === undefined) return false
  return true
}
