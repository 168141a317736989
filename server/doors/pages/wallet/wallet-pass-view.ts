import { createHash } from 'node:crypto'
import type { Brand } from '../../../domain/brand/brand.ts'
import type { PassLooks } from '../../../domain/brand/shapes/pass-shape.ts'
import { listenerIn } from '../../../domain/brand/texts/spoken-text.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { type LooksInWords, looksFor } from './looks-in-words.ts'
import { chooseBalances, type GoogleMoney, type ShownBalance } from './pass-balances.ts'
import type { PassContent, PassNow } from './pass-content.ts'
import { wordsOf } from './pass-words.ts'

/** A pass as wallets of either kind show it. */
export interface PassView {
  readonly id: string
  readonly organization: string
  readonly description: string
  readonly programName: string
  readonly logoText: string
  readonly language: string
  readonly looks: LooksInWords
  /** Whether it is a gift card at Google. Absent, not false, for all others: digests of before still hold. */
  readonly isGiftCard?: true
  /** What all passes of a brand with several languages have in common at Google. */
  readonly shared?: Pick<PassView, 'organization' | 'logoText' | 'language'>
  /** Absent if the card can no longer be used, or its person was erased: the pass is void then. */
  readonly card?: {
    readonly number: string
    readonly balances: readonly ShownBalance[]
    readonly level?: PassContent['level']
    /** The balance of a gift card. */
    readonly money?: ShownBalance & GoogleMoney
  }
}

/** What a pass is, apart from what it shows. */
export interface PassIdentity {
  readonly id: string
  readonly isGiftCard: boolean
}

export const languageOf = ({ document }: Pick<Brand, 'document'>): string => document.brand.language ?? 'en'

export function viewPass(
  brand: Brand,
  own: PassLooks,
  { id, isGiftCard }: PassIdentity,
  content: PassContent | undefined,
): PassView {
  const listener = content?.listener ?? listenerIn(brand)
  const language = listener?.locale ?? languageOf(brand)
  const looks = looksFor(own, listener)
  const organization = looks.organizationName ?? brand.name
  return {
    id,
    organization,
    description: wordsOf(language).passOf(organization),
    programName: content?.programName ?? brand.name,
    logoText: looks.logoText ?? brand.name,
    language,
    looks,
    ...(isGiftCard && { isGiftCard }),
    ...(listener && { shared: sharedOf(brand, own) }),
    ...(content && { card: viewCard(content, looks, isGiftCard) }),
  }
}

/** What all passes of the brand have in common is in its first language. */
function sharedOf(brand: Brand, own: PassLooks): NonNullable<PassView['shared']> {
  const { organizationName, logoText } = looksFor(own, listenerIn(brand))
  return { organization: organizationName ?? brand.name, logoText: logoText ?? brand.name, language: languageOf(brand) }
}

function viewCard(content: PassContent, looks: LooksInWords, isGiftCard: boolean): NonNullable<PassView['card']> {
  const chosen = chooseBalances(content.balances, looks.balances)
  const spent = isGiftCard ? [...chosen, ...content.balances].find(({ money }) => money) : undefined
  return {
    number: content.cardNumber,
    balances: chosen.map(({ label, amount }) => ({ label, amount })),
    ...(content.level && { level: content.level }),
    ...(spent?.money && { money: { label: spent.label, amount: spent.amount, ...spent.money } }),
  }
}

/** Tells whether a wallet would show something else. The token is part of an Apple pass. */
export function digestOf(view: PassView, token: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([view, token]))
    .digest()
}

const dayMs = 24 * 60 * 60 * 1000

/** When to look at a pass again: when it changes by itself, and at least once a day. */
export function nextLook({ now, changesAt }: Pick<PassNow, 'now' | 'changesAt'>): Instant {
  return Math.min(changesAt ?? Number.POSITIVE_INFINITY, now + dayMs)
}
