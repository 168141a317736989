import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useSpoken } from '../texts/texts.ts'
import { fieldText, fileAmount, unreadAmount } from './read-amount.ts'
import { type TypedAmount, useAmountReader } from './use-amount-reader.ts'

interface AmountInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** A number, a number as the text that a file has, or what was typed and could not be read. */
  readonly value: unknown
  /** How many decimals it can have: none for a count. */
  readonly scale?: number | undefined
  readonly isSigned?: boolean
  /** Whether an amount is kept as the text that was typed where a number would lose digits of it. */
  readonly isExact?: boolean
  /**
   * Nothing, if nothing is typed. What cannot be read is given as a text that is no amount anywhere: it must not be
   * taken for the amount that was there before, nor for none.
   */
  readonly onChange: (next: number | string | undefined) => void
}

/** What is being typed, over which value, and whether the field was left since. */
interface Typing {
  readonly typed: string
  readonly over: unknown
  readonly isLeft: boolean
}

/** Where an amount or a count is typed, with the signs of the language. What was read stands there once it is left. */
export function AmountInput(props: AmountInputProps) {
  const { value, scale, isSigned, isExact = false, onChange, error, onBlur, ...others } = props
  const { language } = useSpoken()
  const readTyped = useAmountReader()
  const [typing, setTyping] = useState<Typing>()
  const read = (typed: string) => readTyped(typed, { scale, isSigned })
  // What was changed or discarded elsewhere meanwhile is shown as it is now.
  const own = typing && isShown(typing, read(typing.typed), value) ? typing : undefined
  const text = own?.typed ?? fieldText(value, language)
  const isUnread = own !== undefined || (typeof value === 'string' && value.endsWith(' ?'))
  // Whoever has just typed the comma is about to type what follows.
  const isUnderWay = own !== undefined && !own.isLeft && /[.,]$/.test(own.typed)
  return (
    <TextInput
      {...others}
      inputMode={scale === 0 ? 'numeric' : 'decimal'}
      value={text}
      error={isUnderWay ? undefined : ((isUnread ? read(text).fault : undefined) ?? error)}
      onChange={({ currentTarget: { value: typed } }) => {
        setTyping({ typed, over: value, isLeft: false })
        onChange(enteredOf(read(typed), typed, isExact ? { before: value } : undefined))
      }}
      onBlur={(event) => {
        setTyping(own && read(own.typed).fault !== undefined ? { ...own, isLeft: true } : undefined)
        onBlur?.(event)
      }}
    />
  )
}

/** `exact`: the value before, where digits matter. */
function enteredOf({ amount, text, fault }: TypedAmount, typed: string, exact: { before: unknown } | undefined) {
  if (fault !== undefined) return unreadAmount(typed)
  if (!exact || amount === undefined || text === undefined) return amount
  const { before } = exact
  return fileAmount(amount, text, typeof before === 'string' && before.endsWith(' ?') ? undefined : before)
}

/**
 * Whether the value is what was typed, or was left alone because that could not be read. A field that was cleared stays
 * empty until it is left, also where something else counts then: what is typed next must not be appended to that.
 */
function isShown({ typed, over }: Typing, read: TypedAmount, value: unknown): boolean {
  if (read.fault !== undefined) return value === unreadAmount(typed) || value === over
  if (read.amount === undefined) return true
  return (typeof value === 'number' || typeof value === 'string') && value !== '' && Number(value) === read.amount
}
