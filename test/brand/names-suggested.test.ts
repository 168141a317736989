import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf } from '../../server/domain/brand/read-brand-file.ts'
import { messageOf } from '../support/told-fault.ts'

const brand = {
  brand: { id: 'b1', name: 'Bakery', country: 'US', currency: 'USD' },
  groups: [{ id: 'city' }],
  locations: [{ id: 'harbor', group: 'city', terminals: ['T1'] }],
  programs: [
    {
      id: 'rewards',
      valueTypes: [
        { balanceType: 'Points', scale: 0 },
        { balanceType: 'Custom', balanceCode: 'STARS', scale: 0 },
        { balanceType: 'Punches', scale: 0, subtracks: ['Espresso'] },
      ],
      cardSets: [{ id: 'plastic' }],
    },
  ],
  couponSets: [{ id: 'welcome' }],
  demographicFields: [{ name: 'favoriteDrink' }],
  subscriptionLists: [{ uuid: '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a01', name: 'News', channel: 'email' }],
  eventTypes: [{ categoryId: 'app-open' }],
  templates: [{ id: 'hello', channel: 'email', body: 'Hello' }],
  segments: [{ id: 'regulars', where: [] }],
}
const points = { issue: { balanceType: 'Points', amount: 1 } }
const rule = (fields: object) => ({
  campaigns: [{ id: 'earn', rules: [{ id: 'r', trigger: 'checkout', then: [points], ...fields }] }],
})
const when = (condition: object) => rule({ when: [condition] })
const then = (result: object) => rule({ then: [result] })
const is = (fact: string, value: string) => when({ fact, op: '=', value })

//  what is misspelt                        and what was meant
// biome-ignore format: a table is read by its rows
const rows: readonly (readonly [string, object, string])[] = [
  ['a group', { locations: [{ id: 'L', group: 'ctiy' }] }, 'city'],
  ['a group in a condition', is('location.group', 'citty'), 'city'],
  ['a location', is('location.id', 'habor'), 'harbor'],
  ['a location of a key', { apiKeys: [{ key: 'k', secret: 'long-enough', locations: ['Harbor'] }] }, 'harbor'],
  ['a program', is('program.id', 'reward'), 'rewards'],
  ['a program to enroll in', then({ enroll: { program: 'rewrads' } }), 'rewards'],
  ['a card set', is('card.setId', 'plastics'), 'plastic'],
  ['a value type', when({ fact: 'balance', balanceType: 'Custom', balanceCode: 'STAR', op: '>', value: 1 }), 'Custom STARS'],
  ['a value type to issue', then({ issue: { balanceType: 'Custom', balanceCode: 'STRAS', amount: 1 } }), 'Custom STARS'],
  ['a balance in a text', then({ notify: { channel: 'sms', text: '{{ balances.STAR }}' } }), 'STARS'],
  ['a subtrack', then({ issue: { balanceType: 'Punches', amount: 1, subtrack: 'espreso' } }), 'Espresso'],
  ['a coupon set', then({ allocateCoupon: { set: 'welcom' } }), 'welcome'],
  ['a coupon set in a condition', when({ fact: 'coupon', set: 'welcmoe' }), 'welcome'],
  ['a template', then({ notify: { channel: 'email', template: 'helo' } }), 'hello'],
  ['a list', when({ fact: 'optIn', channel: 'email', list: 'Newss' }), 'email News'],
  ['an event type', then({ logEvent: { categoryId: 'appopen' } }), 'app-open'],
  ['an event type in a condition', when({ fact: 'event.count', categoryId: 'app-opened', op: '>', value: 1 }), 'app-open'],
  ['a demographic field', when({ fact: 'demographic', name: 'favouriteDrink', op: '=', value: 'x' }), 'favoriteDrink'],
  ['a demographic field to set', then({ setDemographic: { name: 'favoritDrink', value: 'x' } }), 'favoriteDrink'],
  ['a demographic field as a date', rule({ trigger: 'date', date: { of: 'demographic:favoriteDrinks' } }), 'favoriteDrink'],
  ['a segment', when({ fact: 'segment', op: '=', value: 'regular' }), 'regulars'],
  ['a segment of a trigger', rule({ trigger: 'segment', segment: { id: 'reglars', on: 'enter' } }), 'regulars'],
  ['a rule', when({ fact: 'counter', rule: 'earn/rr', op: '>', value: 1 }), 'earn/r'],
  ['a fact', when({ fact: 'checkout.netotal', op: '>', value: 1 }), 'checkout.netTotal'],
  ['a fact of an amount', then({ issue: { balanceType: 'Points', amount: { give: 1, of: 'checkout.totl' } } }), 'checkout.total'],
  ['a date that is counted from', rule({ trigger: 'date', date: { of: 'customer.brithday' } }), 'customer.birthday'],
  ['an operator', when({ fact: 'checkout.total', op: 'betwen', value: [1, 2] }), 'between'],
  ['a status', is('card.status', 'activated'), 'Activated'],
  ['an enablement', { brand: { ...brand.brand, enable: ['segment'] } }, 'segments'],
  ['an event of a webhook', { webhooks: [{ id: 'w', url: 'https://crm.test', events: ['card.allocate'] }] }, 'card.allocated'],
]
for (const [name, change, meant] of rows) {
  test(`${name} that is misspelt is one fault, which suggests what was meant`, () => {
    const { faults } = findingsOf(JSON.stringify({ ...brand, ...change }))
    assert.equal(faults.length, 1, JSON.stringify(faults))
    assert.ok(faults.map(messageOf).join().includes(`did you mean "${meant}"?`), JSON.stringify(faults))
  })
}
