import type { Mutant } from './mutant.ts'

/** Which of several discounts and gifts somebody gets. */
export const dealMutants: readonly Mutant[] = [
  {
    breaks: 'the customer gets what is worth most',
    file: 'server/domain/firing/contest/choose.ts',
    find: "return best === 'customer' ? -order : order",
    replace: "return best === 'merchant' ? -order : order",
    guards: ['campaign/best-deal', 'best-deal/'],
  },
  {
    breaks: 'of a group no more fire than it keeps',
    file: 'server/domain/firing/contest/choose.ts',
    find: 'ranked.slice(0, left)',
    replace: 'ranked.slice(0, left + 1)',
    guards: ['campaign/best-deal', 'best-deal/'],
  },
  {
    breaks: 'who wins takes a place of the group',
    file: 'server/domain/firing/contest/contests.ts',
    find: '    standing.winners.push(contest)\n    standing.left -= 1',
    replace: '    standing.winners.push(contest)',
    guards: ['campaign/best-deal', 'best-deal/'],
  },
  {
    breaks: 'who won and cannot fire leaves its place to the next best',
    file: 'server/domain/firing/contest/contests.ts',
    find: '    this.standingOf({ group }).left += 1\n',
    replace: '',
    guards: ['campaign/best-deal', 'best-deal/'],
  },
  {
    breaks: 'who won and could not fire does not win again',
    file: 'server/domain/firing/contest/contests.ts',
    find: "out.has(name ?? '') ? undefined : this.offerOf(members)",
    replace: 'this.offerOf(members)',
    guards: ['campaign/best-deal', 'best-deal/'],
  },
  {
    breaks: 'a group is decided when one of its rules that would fire has its turn',
    file: 'server/domain/firing/contest/contests.ts',
    find: 'if (!hadItsTurn && !own?.gift.rules.includes(turn)) return undefined',
    replace: 'if (!hadItsTurn && !own) return undefined',
    guards: ['campaign/best-deal', 'best-deal/'],
  },
  {
    breaks: 'at a tie what stands stays',
    file: 'server/domain/firing/contest/bars.ts',
    find: 'compareRatios(own.worth, theirs.worth) <= 0',
    replace: 'compareRatios(own.worth, theirs.worth) < 0',
    guards: ['campaign/best-deal', 'best-deal/'],
  },
  {
    breaks: 'discounts that do not stand beside each other compete',
    file: 'server/domain/firing/contest/combination.ts',
    find: 'excludes(rule, other) || excludes(other, rule)',
    replace: 'excludes(rule, other)',
    guards: ['campaign/best-deal', 'best-deal/'],
  },
  {
    breaks: 'the fewest give way for an allowed combination',
    file: 'server/domain/firing/contest/combination.ts',
    find: 'one.length - other.length',
    replace: 'other.length - one.length',
    guards: ['campaign/best-deal', 'best-deal/'],
  },
  {
    breaks: 'all discounts together stay below their bound',
    file: 'server/domain/firing/contest/discount-cap.ts',
    find: 'return Math.max(0, mostOf(run, basket) - discountOf(basket))',
    replace: 'return Math.max(0, mostOf(run, basket))',
    guards: ['campaign/best-deal', 'best-deal/'],
  },
  {
    breaks: 'of a bound by share and amount the smaller one counts',
    file: 'server/domain/firing/contest/discount-cap.ts',
    find: 'return amount === undefined ? share : Math.min(share,',
    replace: 'return amount === undefined ? share : Math.max(share,',
    guards: ['campaign/best-deal', 'best-deal/'],
  },
  {
    breaks: 'nobody pays points for a part of a discount',
    file: 'server/domain/firing/contest/over-cap.ts',
    find: 'discountOf(after.basket) > mostOf(run, after.basket)',
    replace: 'discountOf(after.basket) < 0',
    guards: ['campaign/best-deal', 'best-deal/'],
  },
]
