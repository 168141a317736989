import type { Brand } from '../brand/brand.ts'
import { balanceWords } from '../campaign/effect-words.ts'
import { subtrackOf } from '../card/card.ts'
import type { CallType } from '../kernel/call-type.ts'
import type { CardId } from '../kernel/ids.ts'
import { formatMinor } from '../kernel/money.ts'
import type { PastPosting } from './past-mutations.ts'
import type { showShortfalls } from './shortfall-view.ts'

/** Calls that undo earlier ones. */
export const isReversal = (callType: CallType) =>
  callType === 'VOID' || callType === 'VOID_CHECKOUT' || callType === 'RETURN_MERCHANDISE'

/** What a void or a return took back or gave back, in words. `own` are the call's cards. */
export function takenBackWords(
  postings: readonly PastPosting[],
  brand: Brand,
  own: readonly (CardId | undefined)[],
): string[] {
  const groups = Map.groupBy(postings, ({ cardId, valueType, bucket }) => {
    const subtrack = subtrackOf(brand.valueTypes.get(valueType) ?? { subtracks: [] }, bucket)
    return `${own.includes(cardId)} ${valueType} ${subtrack ?? ''}`
  })
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const valueType = brand.valueTypes.get(first?.valueType ?? -1)
    const sum = group.reduce((total, { amount }) => total + amount, 0)
    if (!first || !valueType || sum === 0) return []
    const what = balanceWords(
      formatMinor(Math.abs(sum), valueType.scale),
      nameOf(valueType),
      subtrackOf(valueType, first.bucket),
    )
    const card = own.includes(first.cardId) ? 'the card' : 'another card'
    return sum < 0 ? `${what} taken back from ${card}` : `${what} given back to ${card}`
  })
}

/** What should have been taken back or given back, and was not. */
export function shortfallWords(shortfalls: ReturnType<typeof showShortfalls>): string[] {
  return shortfalls.map(({ amount, ofReferrer, ...of }) => {
    const what = balanceWords(String(Math.abs(amount)), nameOf(of))
    const card = ofReferrer ? "the referrer's card" : 'the card'
    if (amount < 0) return `${what} could not be given back: ${card} was locked or out of use`
    return `${what} could not be taken back: ${card} no longer had them, or was locked or out of use`
  })
}

const nameOf = ({ balanceType, balanceCode }: { readonly balanceType: string; readonly balanceCode?: string }) =>
  balanceCode ? `${balanceType} ${balanceCode}` : balanceType
