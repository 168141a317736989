import type { Mutant } from './mutant.ts'

export const checkoutMutants: readonly Mutant[] = [
  {
    breaks: 'the largest remainder gets the missing unit',
    file: 'server/checkout/allocate.ts',
    find: 'a.remainder > b.remainder ? -1 : 1',
    replace: 'a.remainder > b.remainder ? 1 : -1',
    guards: ['checkout/discount'],
  },
  {
    breaks: 'no share is larger than what is left of its line',
    file: 'server/checkout/allocate.ts',
    find: 'let full = open.filter(exceedsCap)',
    replace: 'let full: number[] = []',
    guards: ['checkout/discount'],
  },
  {
    breaks: 'a discount takes no more than its target is worth',
    file: 'server/checkout/cut.ts',
    find: 'Math.min(wanted, terms.max ?? wanted, worth)',
    replace: 'Math.min(wanted, terms.max ?? wanted)',
    guards: ['checkout/discount'],
  },
  {
    breaks: 'a discount takes no more than its maximum',
    file: 'server/checkout/cut.ts',
    find: 'Math.min(wanted, terms.max ?? wanted, worth)',
    replace: 'Math.min(wanted, worth)',
    guards: ['checkout/discount'],
  },
  {
    breaks: 'the cheapest is picked where the cheapest is meant',
    file: 'server/checkout/shelf.ts',
    find: "pick === 'cheapest' ? 1 : -1",
    replace: "pick === 'cheapest' ? -1 : 1",
    guards: ['checkout/discount'],
  },
  {
    breaks: 'returning all takes back all',
    file: 'server/checkout/return-shares.ts',
    find: 'if (full) return { over: 1n, under: 1n }',
    replace: '',
    guards: ['return/return-shares'],
  },
  {
    breaks: 'what is taken back is never given again',
    file: 'server/checkout/return-shares.ts',
    find: 'Math.max(missing, 0)',
    replace: 'missing',
    guards: ['return/return-shares'],
  },
  {
    breaks: 'more units than were bought are noticed',
    file: 'server/checkout/return-shares.ts',
    find: 'if (units > most) return',
    replace: 'if (units > most + 1n) return',
    guards: ['return/return-shares'],
  },
  {
    breaks: 'a refund above the total is noticed',
    file: 'server/checkout/return-shares.ts',
    find: 'return refunded > sale.total ?',
    replace: 'return refunded > sale.total + 1 ?',
    guards: ['return/return-shares'],
  },
  {
    breaks: 'what a return is worth is rounded half up',
    file: 'server/checkout/return-shares.ts',
    find: 'return Number(halfUp(over, under))',
    replace: 'return Number(over / under)',
    guards: ['return/return-shares'],
  },
]
