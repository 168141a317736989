import { isSame, listOf, type PlainEntry } from './plain.ts'
import { givenToday, newCard, oncePerCard } from './ready-conditions.ts'

/** What each trigger needs, to begin with. */
const blocks: Readonly<Record<string, PlainEntry>> = {
  date: { date: { of: 'customer.birthday', offsetDays: 0, hour: 9 } },
  segment: { segment: { on: 'enter' } },
  tier: { tier: { on: 'up' } },
}

export const isForNewCards = ({ trigger, when }: PlainEntry): boolean =>
  trigger === 'request' && listOf(when).some((one) => isSame(one, newCard))

interface Chosen {
  readonly rule: PlainEntry
  /** Whether its limit came with the choice, and goes with it. Any other is the author's own. */
  readonly hasReadyLimit: boolean
}

/** A rule with another trigger, or for new cards. */
export function chooseTrigger(before: PlainEntry, next: string, hadReadyLimit: boolean): Chosen {
  const { date: _, schedule: _s, segment: _g, tier: _t, when, limit, ...others } = before
  const wasNewCard = isForNewCards(before)
  const isNewCard = next === 'newCard'
  const asked = listOf(when).filter((one) => !wasNewCard || !(isSame(one, newCard) || isSame(one, givenToday)))
  const conditions = isNewCard ? [newCard, givenToday, ...asked] : asked
  const own = wasNewCard && hadReadyLimit && isSame(limit, oncePerCard) ? undefined : limit
  const kept = own ?? (isNewCard ? oncePerCard : undefined)
  const rule = {
    ...others,
    trigger: isNewCard ? 'request' : next,
    ...(blocks[next] ?? {}),
    ...(conditions.length > 0 && { when: conditions }),
    ...(kept !== undefined && { limit: kept }),
  }
  return { rule, hasReadyLimit: isNewCard && own === undefined }
}
