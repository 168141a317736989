import { facts } from '../../../../../server/domain/brand/facts/all.ts'

/** What most amounts are counted from. */
const usual = ['checkout.netTotal', 'products.quantity', 'products.total']

const numbers = Object.entries(facts)
  .filter(([, { type, list }]) => (type === 'number' || type === 'amount') && list === undefined)
  .map(([name]) => name)

/** Facts that are numbers: an amount can be counted from them. */
export const countable: readonly string[] = [...usual, ...numbers.filter((name) => !usual.includes(name))]
