import { comparison } from '../comparison.ts'
import { callOnce } from '../load/call-once.ts'
import type { CallShape } from '../load/run.ts'
import { loadPeople } from '../people.sql.ts'
import { demographicField, firstNames, storeBase, storeOf } from '../people.ts'
import type { Shop } from '../site.ts'
import { numberBase } from '../stock.ts'
import { redeemStatement } from './redeem.ts'

const customers = 20_000

const updateCall: CallShape = {
  path: '/merchant/updateAccount',
  turns: firstNames.length,
  body: (cardNumber, turn) => {
    const firstName = firstNames[turn]
    return {
      cardNumber,
      primaryCustomer: { firstName, email: `${firstName}.${cardNumber}@mail.example` },
      brandDemographics: [{ fieldName: demographicField, value: storeOf(String(storeBase + turn)) }],
    }
  },
}

/** A change of a customer's first name, e-mail address and home store. The floor is the redemption. */
export const account = comparison({
  name: 'account',
  target: 0.4,
  // Loading its customers and a round take up to 10 seconds on a busy machine.
  isQuick: false,
  call: updateCall,
  cards: { count: customers },
  statement: redeemStatement,
  prepare: makeCustomers,
})

async function makeCustomers(shop: Shop): Promise<void> {
  await loadPeople(shop.url, { brand: shop.brand, customers })
  const number = String(numberBase + 1)
  await callOnce(shop, updateCall.path, updateCall.body(number, 1))
  const changed = { cardNumber: number, firstName: firstNames[1], email: `${firstNames[1]}.${number}@mail.example` }
  const { cards = [] } = await callOnce(shop, '/merchant/search', { filters: changed })
  if (cards.length !== 1) throw new Error('The customer is not found by what was changed.')
}
