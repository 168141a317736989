import { useSpoken } from '../texts/texts.ts'
import { formatAmount } from './format.ts'
import { type AmountManner, type AmountRead, readAmount } from './read-amount.ts'

/** What somebody has typed so far: nothing, an amount, or something that is none. */
export interface TypedAmount {
  readonly amount?: number
  /** As files and calls have it. */
  readonly text?: string
  /** What was read, as the language writes it. */
  readonly shown?: string
  /** How it is to be typed. */
  readonly fault?: string
}

/** Reads amounts in the language of whoever types. */
export function useAmountReader() {
  const { language, texts } = useSpoken()
  const { parts } = texts
  const faultOf = (typed: string, read: Exclude<AmountRead, { kind: 'read' }>, scale: number): string => {
    if (read.kind === 'ambiguous') return parts.amountAmbiguous(typed.trim(), read.whole, read.part)
    if (read.kind === 'tooFine') return parts.amountTooFine(read.scale)
    return parts.amountMalformed(formatAmount(scale === 0 ? 12 : 12.5, { language }, Math.min(scale, 2)))
  }
  return (typed: string, manner: Omit<AmountManner, 'language'>): TypedAmount => {
    if (typed.trim() === '') return {}
    const read = readAmount(typed, { ...manner, language })
    if (read.kind !== 'read') return { fault: faultOf(typed, read, manner.scale ?? 2) }
    const decimals = /\.(\d*)$/.exec(read.text)?.[1]?.length ?? 0
    const { amount, text } = read
    return {
      amount,
      text,
      shown: parts.amountRead(formatAmount(amount, { language }, Math.min(manner.scale ?? decimals, 6))),
    }
  }
}
