import type { Mutant } from './mutant.ts'

/** What voids and returns leave. The first three are faults that were once there, put back. */
export const reversalMutants: readonly Mutant[] = [
  {
    breaks: 'what has expired is not taken a second time from other balance',
    file: 'server/domain/card/take-back.ts',
    find: 'const expired = Math.min(amount, unsettled(book.card, made, now))',
    replace: 'const expired = Math.min(0, unsettled(book.card, made, now))',
    guards: ['void/reversal-law', 'void/void-expiry'],
  },
  {
    breaks: 'what a level gave comes back with the level, once',
    file: 'server/domain/campaign/tier/level-plan.ts',
    find: 'booked.filter(({ lostBy }) => lostBy !== undefined).toReversed()',
    replace: 'booked.filter(() => false)',
    guards: ['tier/tiers-undo', 'tier/tiers-twin'],
  },
  {
    breaks: 'what a level gave goes with it',
    file: 'server/domain/campaign/tier/level-plan.ts',
    find: '!isKept.has(move) && (!move.isOld || known.has(move))',
    replace: '!isKept.has(move) && move.isOld === true',
    guards: ['tier/tiers-undo', 'tier/tiers-twin'],
  },
  {
    breaks: 'a level that another call reaches is the same one',
    file: 'server/domain/campaign/tier/level-plan.ts',
    find: 'of [isSame, isAlike]',
    replace: 'of [isSame]',
    guards: ['tier/tiers-undo', 'tier/tiers-twin'],
  },
  {
    breaks: 'what comes back goes on to those that gave in its own stead',
    file: 'server/domain/card/take-back.ts',
    find: '    passOn(book, by, { amount: part, kind })\n',
    replace: '',
    guards: ['void/stand-ins', 'void/reversal-law'],
  },
  {
    breaks: 'who gave in the stead of a lot gets it back once',
    file: 'server/domain/card/take-back.ts',
    find: 'if (ended !== 0) book.standIn(no, by, -ended)',
    replace: '',
    guards: ['void/stand-ins', 'void/reversal-law', 'return/return-steps'],
  },
  {
    breaks: 'what has expired counts once',
    file: 'server/domain/card/take-back.ts',
    find: 'lot.expired - lot.settled +',
    replace: 'lot.expired +',
    guards: ['void/reversal-law', 'void/void-expiry', 'return/return-expiry'],
  },
  {
    breaks: 'what came back meanwhile is not given again',
    file: 'server/domain/card/take-back.ts',
    find: 'redirect(rows, standIn, standIn.amount - still)',
    replace: '',
    guards: ['void/stand-ins', 'transfer/transfer-between-returns'],
  },
]
