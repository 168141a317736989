import type { Brand } from '../../../domain/brand/brand.ts'
import { memberSay, type Say } from '../../../domain/brand/member/member-texts.ts'
import { listenerIn } from '../../../domain/brand/texts/spoken-text.ts'
import { valueNameTo } from '../../../domain/brand/value-names.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** An amount of a value, as routes return it. */
export interface MemberAmount {
  readonly amount: number
  readonly scale: number
  readonly balanceType: string
  readonly balanceCode?: string
  readonly name?: string
  readonly track?: string
}

/** What pages say and show, in the language of the reader. */
export interface Words {
  readonly language: string
  readonly say: Say
  readonly amount: (amount: MemberAmount) => string
  /** What an amount is of: nothing for money, which says so itself. */
  readonly kind: (amount: MemberAmount) => string
  /** A number as it is written. */
  readonly number: (value: string) => string
  readonly money: (amount: number, currency: string) => string
  readonly date: (at: Instant) => string
  readonly time: (at: Instant) => string
}

export function wordsFor(brand: Brand, language: string): Words {
  const say = memberSay(brand, language)
  const { timeZone } = brand
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone })
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const money = (amount: number, currency: string) =>
    new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount)
  const plain = (amount: number, scale: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: 0, maximumFractionDigits: Math.min(scale, 20) }).format(
      amount,
    )
  const listener = listenerIn(brand, language)
  const types = [...brand.valueTypes.values()]
  const kind = ({ balanceType, balanceCode = '', name, track, amount }: MemberAmount) => {
    if (balanceType === 'Currency') return ''
    const type = types.find((one) => one.balanceType === balanceType && one.balanceCode === balanceCode)
    if (track === undefined && type?.display === undefined && balanceCode === '') {
      // What the brand has not named is called as everybody calls it.
      if (balanceType === 'Points') return say('points')
      if (balanceType === 'Punches') return say('punches')
    }
    return track ?? (type ? valueNameTo(listener, type, String(amount)) : (name ?? balanceType))
  }
  return {
    language,
    say,
    kind,
    money,
    number: (value) => new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(Number(value)),
    amount: (one) =>
      one.balanceType === 'Currency'
        ? money(one.amount, one.balanceCode ?? brand.currency)
        : `${plain(one.amount, one.scale)} ${kind(one)}`,
    date: (at) => dates.format(at),
    time: (at) => times.format(at),
  }
}
