import { toDecimal } from '../../../ground/kernel/decimal.ts'
import type { AskedFact } from './asked.ts'
import { gap, spoken, textIn } from './draft.ts'
import type { Fact } from './fact.ts'
import { found, missing } from './reading.ts'
import type { FactSay } from './say.ts'

const called = ({ arguments: { name } }: AskedFact, say: FactSay): string => {
  const id = textIn(name)
  return id === undefined ? gap : say.quoted(say.nameOf('orderAttribute', id) ?? spoken(id))
}

/** A flag is one by what it is compared with: without an operator, or with true or false. */
const isFlag = ({ given, op }: AskedFact): boolean =>
  op === undefined || given.some((one) => typeof one === 'boolean') || (op === '=' && given.length === 0)

const isSet = ({ given, op }: AskedFact): boolean => (given[0] !== false) === (op !== '!=')

/** What the sale says about itself. */
export const orderFacts = {
  /** The actual type is that of the attribute. */
  order: {
    type: 'text',
    of: 'call',
    requires: ['name'],
    named: 'orderAttribute',
    meaning: 'An attribute of the sale (orderAttributes).',
    example: '{ fact: order, name: channel, op: in, value: [app, web] }',
    read: ({ call: { orderAttributes }, given }) => {
      const { name = '' } = given
      const value = orderAttributes && Object.hasOwn(orderAttributes, name) ? orderAttributes[name] : undefined
      if (value === undefined) return missing
      return typeof value === 'number' ? found(toDecimal(value)) : found(value)
    },
    en: {
      name: 'Attribute of the sale',
      clause: (asked, say) => {
        if (isFlag(asked)) return `the sale is ${isSet(asked) ? '' : 'not '}marked as ${called(asked, say)}`
        return `the sale's ${called(asked, say)} ${say.is(asked, { shown: say.quoted })}`
      },
    },
    de: {
      name: 'Merkmal des Verkaufs',
      clause: (asked, say) => {
        if (isFlag(asked))
          return `der Verkauf ${isSet(asked) ? '' : 'nicht '}als ${called(asked, say)} gekennzeichnet ist`
        return `das Merkmal ${called(asked, say)} des Verkaufs ${say.is(asked, { shown: say.quoted })}`
      },
    },
  },
} as const satisfies Record<string, Fact>
