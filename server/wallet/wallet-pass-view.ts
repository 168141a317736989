import { createHash } from 'node:crypto'
import type { Brand } from '../brand/brand.ts'
import type { PassLooks } from '../brand/shapes/pass-shape.ts'
import type { Instant } from '../kernel/time.ts'
import { chooseBalances, type ShownBalance } from './pass-balances.ts'
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
  readonly looks: PassLooks
  /** Absent if the card can no longer be used, or its person was erased: the pass is void then. */
  readonly card?: {
    readonly number: string
    readonly balances: readonly ShownBalance[]
    readonly level?: PassContent['level']
  }
}

export const languageOf = ({ document }: Pick<Brand, 'document'>): string => document.brand.language ?? 'en'

export function viewPass(brand: Brand, looks: PassLooks, id: string, content: PassContent | undefined): PassView {
  const language = languageOf(brand)
  const organization = looks.organizationName ?? brand.name
  return {
    id,
    organization,
    description: wordsOf(language).passOf(organization),
    programName: content?.programName ?? brand.name,
    logoText: looks.logoText ?? brand.name,
    language,
    looks,
    ...(content && {
      card: {
        number: content.cardNumber,
        balances: chooseBalances(content.balances, looks.balances),
        ...(content.level && { level: content.level }),
      },
    }),
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
