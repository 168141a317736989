import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf } from '../../server/domain/brand/read-brand-file.ts'
import { faultLines } from '../../server/program/command-line/brand/fault-lines.ts'

//  bounds the wrong way round, and all that is said about them: both values, and what to write
const faults: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'bounds of an amount the wrong way round',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        then:\n          - issue: { balanceType: Points, amount: { give: 1, of: checkout.total, min: 10, max: 5 } }\n',
    [
      '10:43: campaigns[earn].rules[r].then[0].issue.amount: min is above max: 10 is more than 5; write min: 5, max: 10, or leave one of them out',
    ],
  ],
  [
    'bounds of a price the wrong way round in one currency',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        when: [ { fact: products.lines, where: { minUnitPrice: { USD: 3, EUR: 9 }, maxUnitPrice: { USD: 4, EUR: 8 } }, op: ">", value: 0 } ]\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n',
    [
      '9:41: campaigns[earn].rules[r].when[0].where: minUnitPrice is above maxUnitPrice in EUR: 9 is more than 8; swap the two, or leave one of them out',
    ],
  ],
  [
    'limits of a value type the wrong way round',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0, minIssue: 5, maxIssue: 1 } ] }\n',
    [
      '3:34: programs[rewards].valueTypes[0]: minIssue is above maxIssue: 5 is more than 1; write minIssue: 1, maxIssue: 5, or leave one of them out',
    ],
  ],
]

for (const [name, text, expected] of faults) {
  test(`${name}: what happened, where, and what to do`, () => {
    const found = findingsOf(text).faults.map((fault) => faultLines('', text, fault, 'fault')[0]?.replace(/^:? ?/, ''))
    assert.deepEqual(found, expected)
  })
}
