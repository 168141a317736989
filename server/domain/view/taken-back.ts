import type { CallType } from '../../ground/kernel/call-type.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import type { Language } from '../../ground/kernel/language.ts'
import { formatMinor, toJsonNumber } from '../../ground/kernel/money.ts'
import type { Brand } from '../brand/brand.ts'
import { valueNameFor } from '../brand/value-names.ts'
import { subtrackOf } from '../card/card.ts'
import { wordsIn } from '../explanation/words/words-in.ts'
import type { PastPosting } from './past-mutations.ts'
import type { showShortfalls } from './shortfall-view.ts'

/** Calls that undo earlier ones. */
export const isReversal = (callType: CallType) =>
  callType === 'VOID' || callType === 'VOID_CHECKOUT' || callType === 'RETURN_MERCHANDISE'

interface TakenBackFrom {
  /** The call's cards. */
  readonly own: readonly (CardId | undefined)[]
  readonly language?: Language | undefined
}

/** What a void or a return took back or gave back, in words. */
export function takenBackWords(
  postings: readonly PastPosting[],
  brand: Brand,
  { own, language = 'en' }: TakenBackFrom,
): string[] {
  const { balance } = wordsIn(language).amounts
  const words = languages[language]
  const groups = Map.groupBy(postings, ({ cardId, valueType, bucket }) => {
    const subtrack = subtrackOf(brand.valueTypes.get(valueType) ?? { subtracks: [] }, bucket)
    return `${own.includes(cardId)} ${valueType} ${subtrack ?? ''}`
  })
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const valueType = brand.valueTypes.get(first?.valueType ?? -1)
    const sum = group.reduce((total, { amount }) => total + amount, 0)
    if (!first || !valueType || sum === 0) return []
    const what = balance(
      formatMinor(Math.abs(sum), valueType.scale),
      nameOf(valueType),
      subtrackOf(valueType, first.bucket),
      valueType.display && valueNameFor(valueType, toJsonNumber(Math.abs(sum), valueType.scale)),
    )
    const whose = own.includes(first.cardId) ? 'own' : 'other'
    return sum < 0 ? words.taken[whose](what) : words.given[whose](what)
  })
}

/** What should have been taken back or given back, and was not. */
export function shortfallWords(shortfalls: ReturnType<typeof showShortfalls>, language: Language = 'en'): string[] {
  const words = languages[language]
  return shortfalls.map(({ amount, ofReferrer, ...of }) => {
    const what = wordsIn(language).amounts.balance(String(Math.abs(amount)), nameOf(of))
    const whose = ofReferrer ? 'referrer' : 'own'
    return amount < 0 ? words.notGiven[whose](what) : words.notTaken[whose](what)
  })
}

type WordsFor = (what: string) => string

interface ReversalWords {
  readonly taken: Readonly<Record<'own' | 'other', WordsFor>>
  readonly given: Readonly<Record<'own' | 'other', WordsFor>>
  readonly notGiven: Readonly<Record<'own' | 'referrer', WordsFor>>
  readonly notTaken: Readonly<Record<'own' | 'referrer', WordsFor>>
}

const languages: Readonly<Record<Language, ReversalWords>> = {
  en: {
    taken: {
      own: (what) => `${what} taken back from the card`,
      other: (what) => `${what} taken back from another card`,
    },
    given: { own: (what) => `${what} given back to the card`, other: (what) => `${what} given back to another card` },
    notGiven: {
      own: (what) => `${what} could not be given back: the card was locked or out of use`,
      referrer: (what) => `${what} could not be given back: the referrer's card was locked or out of use`,
    },
    notTaken: {
      own: (what) => `${what} could not be taken back: the card no longer had them, or was locked or out of use`,
      referrer: (what) =>
        `${what} could not be taken back: the referrer's card no longer had them, or was locked or out of use`,
    },
  },
  de: {
    taken: {
      own: (what) => `${what} von der Karte zurückgenommen`,
      other: (what) => `${what} von einer anderen Karte zurückgenommen`,
    },
    given: {
      own: (what) => `${what} der Karte zurückgegeben`,
      other: (what) => `${what} einer anderen Karte zurückgegeben`,
    },
    notGiven: {
      own: (what) => `${what} nicht zurückgegeben: die Karte war gesperrt oder nicht mehr in Gebrauch`,
      referrer: (what) => `${what} nicht zurückgegeben: die Karte des Werbers war gesperrt oder nicht mehr in Gebrauch`,
    },
    notTaken: {
      own: (what) =>
        `${what} nicht zurückgenommen: die Karte hatte sie nicht mehr, war gesperrt oder nicht mehr in Gebrauch`,
      referrer: (what) =>
        `${what} nicht zurückgenommen: die Karte des Werbers hatte sie nicht mehr, war gesperrt oder nicht mehr in Gebrauch`,
    },
  },
}

const nameOf = ({ balanceType, balanceCode }: { readonly balanceType: string; readonly balanceCode?: string }) =>
  balanceCode ? `${balanceType} ${balanceCode}` : balanceType
