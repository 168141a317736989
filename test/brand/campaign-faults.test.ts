import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf } from '../../server/domain/brand/read-brand-file.ts'
import { placedMessage } from '../support/told-fault.ts'

const brand = 'brand: { id: b1, name: Bakery, country: US, currency: USD }\n'
const programs = 'programs:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 } ] }\n'
const head = brand + programs
const codes = 'couponSets: [ { id: summer, codes: [ { code: SUMMER10 } ] } ]\n'
const issue = 'then: [ { issue: { balanceType: Points, amount: 1 } } ]'

/** A campaign with one rule of these lines. */
const rule = (lines: readonly string[], ofCampaign = '') =>
  `campaigns:\n  - id: earn\n${ofCampaign}    rules:\n      - id: r\n${lines.map((line) => `        ${line}\n`).join('')}`
const asks = (...lines: readonly string[]) => head + rule(['trigger: checkout', ...lines, issue])
const does = (result: string) => rule(['trigger: checkout', 'then:', `  - ${result}`])
const campaign = (line: string, ...lines: readonly string[]) =>
  head + rule(['trigger: checkout', ...lines, issue], `    ${line}\n`)
const tiers = (...lines: readonly string[]) =>
  `${brand}programs:\n  - id: rewards\n    valueTypes: [ { balanceType: Points, scale: 0 } ]\n    tiers:\n${lines.map((line) => `      ${line}\n`).join('')}`

//  what somebody wrote, and all that is said about it: line, column, path, what is wrong, what to write
const faults: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'an amount that a currency lacks',
    `${head}locations: [ { id: L1 }, { id: L2, currency: EUR } ]\n${does('discount: { amount: { USD: 5 } }')}`,
    [
      '11:25: campaigns[earn].rules[r].then[0].discount.amount: has no amount in EUR, the currency of location L2: add one, such as EUR: 5',
    ],
  ],
  [
    'currencies in small letters',
    head + does('discount: { amount: { usd: 5, eur: "4.50" } }'),
    [
      '10:48: campaigns[earn].rules[r].then[0].discount.amount.eur: expected a currency code of ISO 4217 such as USD, found the text "eur"; write EUR',
      '10:40: campaigns[earn].rules[r].then[0].discount.amount.usd: expected a currency code of ISO 4217 such as USD, found the text "usd"; write USD',
    ],
  ],
  [
    'a price by currency that is no number',
    head + does('discount: { unitPrice: { USD: cheap }, on: {} }'),
    [
      '10:43: campaigns[earn].rules[r].then[0].discount.unitPrice.USD: expected a number such as 2.50, found the text "cheap"',
    ],
  ],
  [
    'points by currency',
    head + does('issue: { balanceType: Points, amount: { USD: 5, EUR: 4 } }'),
    [
      '10:43: campaigns[earn].rules[r].then[0].issue.amount: is an amount of a balance, which is the same at every location: give one number',
    ],
  ],
  [
    'a rate without its fact',
    head + does('discount: { amount: { give: 1, per: 10 } }'),
    [
      '10:25: campaigns[earn].rules[r].then[0].discount.amount.of: is required, as in { give: 1, per: 1, of: checkout.netTotal }',
    ],
  ],
  [
    'a conversion without its target',
    head + does('convert: { from: { balanceType: Points, amount: everything } }'),
    [
      '10:61: campaigns[earn].rules[r].then[0].convert.from.amount: expected all, or a number such as 5; found the text "everything"',
      '10:13: campaigns[earn].rules[r].then[0].convert.to: is required: add to: { balanceType: Currency, balanceCode: USD, give: 1, per: 100 }',
    ],
  ],
  [
    'a conversion by another name',
    head + does('exchange: { from: Points }'),
    [
      '10:13: campaigns[earn].rules[r].then[0]: there is no result named exchange; did you mean "convert"? Write { convert: { from: { balanceType: Points, amount: all }, to: { balanceType: Currency, balanceCode: USD, give: 1, per: 100 } } }',
    ],
  ],
  [
    'a misspelt shipping',
    head + does('discount: { percent: 50, on: shiping }'),
    [
      '10:42: campaigns[earn].rules[r].then[0].discount.on: expected one of checkout, shipping; found the text "shiping"; did you mean "shipping"?',
    ],
  ],
  [
    'a coupon of a set of codes',
    codes + asks('when: [ { fact: coupon, set: summer } ]'),
    ['10:38: campaigns[earn].rules[r].when[0].set: the set "summer" has public codes; ask for them with the fact code'],
  ],
  [
    'a code of no set',
    codes + asks('when: [ { fact: code, set: sumer } ]'),
    [
      '10:36: campaigns[earn].rules[r].when[0].set: there is no coupon set "sumer" in this file; did you mean "summer"?',
    ],
  ],
  [
    'a code with words of its own',
    `${head}couponSets: [ { id: summer, codes: [ { code: 2026, maxUses: 100, from: 2026-06-01 } ] } ]\n`,
    [
      '4:52: couponSets[summer].codes[0].maxUses: unknown key; did you mean "uses"?',
      '4:46: couponSets[summer].codes[0].code: expected a text, found the number 2026; put it in quotes: "2026"',
      '4:72: couponSets[summer].codes[0].from: expected a date and time such as "2026-01-31 09:00:00", found the text "2026-06-01"; write "2026-06-01 00:00:00"',
    ],
  ],
  [
    'codes as texts',
    `${head}couponSets: [ { id: summer, codes: [ SUMMER10 ] } ]\n`,
    [
      '4:38: couponSets[summer].codes[0]: expected an object such as { code: SUMMER10, uses: 1000, perCard: 1 }, found the text "SUMMER10"',
    ],
  ],
  [
    'a control group',
    campaign('controlGroup: 10'),
    ['6:5: campaigns[earn].controlGroup: unknown key; did you mean "holdout"?'],
  ],
  [
    'a hold-out with its sign',
    campaign('holdout: 10%'),
    [
      '6:14: campaigns[earn].holdout: expected a whole number such as 10, found the text "10%"; write 10 without a unit',
    ],
  ],
  [
    'variants that do not add up',
    campaign('variants: { A: 50, B: 40 }', 'variant: A'),
    ['6:5: campaigns[earn].variants: the shares must add up to 100, as in { A: 50, B: 50 }; these add up to 90'],
  ],
  [
    'variants as a list',
    campaign('variants: [A, B]', 'variant: A'),
    ['6:5: campaigns[earn].variants: expected an object such as { A: 50, B: 50 }, found a list'],
  ],
  [
    'a variant that is misspelt',
    campaign('variants: { cheap: 50, dear: 50 }', 'variant: chep'),
    ['10:18: campaigns[earn].rules[r].variant: there is no variant "chep" in this campaign; did you mean "cheap"?'],
  ],
  [
    'a variant without variants',
    asks('variant: A'),
    [
      '9:18: campaigns[earn].rules[r].variant: the campaign has no variants; give it some, such as variants: { A: 50, B: 50 }',
    ],
  ],
  [
    'another word for the current checkout',
    asks('when: [ { fact: history.checkouts, including: now, op: "=", value: 1 } ]'),
    ['9:55: campaigns[earn].rules[r].when[0].including: expected current; found the text "now"'],
  ],
  [
    'a message later, in short',
    head + does('notify: { channel: email, text: Hi, after: 2h }'),
    ['10:56: campaigns[earn].rules[r].then[0].notify.after: expected { hours: 2 } or { days: 2 }, found the text "2h"'],
  ],
  [
    'a delay',
    head + does('notify: { channel: email, text: Hi, delay: { hours: 2 } }'),
    ['10:49: campaigns[earn].rules[r].then[0].notify.delay: unknown key; did you mean "after"?'],
  ],
  [
    'a coupon to a friend',
    `${head}couponSets: [ { id: w } ]\n${does('allocateCoupon: { set: w, to: friend }')}`,
    [
      '11:43: campaigns[earn].rules[r].then[0].allocateCoupon.to: expected one of card, referrer; found the text "friend"',
    ],
  ],
  [
    'levels in the wrong order',
    tiers('by: { fact: history.spend }', 'levels: [ { id: gold, at: 1000 }, { id: silver, at: 200 } ]'),
    ['7:59: programs[rewards].tiers.levels[silver].at: must be above the 1000 of gold; list the lowest level first'],
  ],
  [
    'levels with words of their own',
    tiers('by: history.spend', 'levels: [ { id: gold, threshold: 1000 } ]'),
    [
      '6:11: programs[rewards].tiers.by: expected an object such as { fact: history.spend, within: { calendar: year } }, found the text "history.spend"',
      '7:29: programs[rewards].tiers.levels[gold].threshold: unknown key; did you mean "at"?',
    ],
  ],
  [
    'what is earned, of nothing',
    tiers('by: { fact: earned }', 'levels: [ { id: gold, at: 1000 } ]', 'keep: year'),
    [
      '6:7: programs[rewards].tiers.by: earned needs a balanceType, such as Points',
      '8:13: programs[rewards].tiers.keep: expected { days: 30 }, { months: 6 }, { years: 1 } or { endOf: year, plus: 1 }, found the text "year"',
    ],
  ],
  [
    'a rule of trigger tier without its tier',
    head + rule(['trigger: tier', issue]),
    ['7:9: campaigns[earn].rules[r]: trigger tier needs tier: { on: up, level: gold }'],
  ],
  [
    'levels that are misspelt',
    tiers('by: { fact: history.spend }', 'levels: [ { id: silver, at: 100 }, { id: gold, at: 1000 } ]') +
      rule([
        'trigger: tier',
        'tier: { on: reach, level: glod }',
        'when: [ { fact: tier, op: "=", value: sliver } ]',
        issue,
      ]),
    [
      '13:21: campaigns[earn].rules[r].tier.on: expected one of up, down, keep; found the text "reach"',
      '13:35: campaigns[earn].rules[r].tier.level: there is no tier level "glod" in this file; did you mean "gold"?',
      '14:47: campaigns[earn].rules[r].when[0].value: there is no tier level "sliver" in this file; did you mean "silver"?',
    ],
  ],
  [
    'a budget with its currency',
    asks('budget: { amount: $500, of: discounts, every: quarter }'),
    [
      '9:27: campaigns[earn].rules[r].budget.amount: expected a number such as 500, found the text "$500"; write 500 without a unit',
      '9:37: campaigns[earn].rules[r].budget.of: expected discount, or a balance such as { balanceType: Points }; found the text "discounts"; did you mean "discount"?',
      '9:55: campaigns[earn].rules[r].budget.every: expected one of ever, day, week, month, year; found the text "quarter"',
    ],
  ],
  [
    'a budget in short',
    asks('budget: 500'),
    [
      '9:17: campaigns[earn].rules[r].budget: expected an object such as { amount: 500, of: discount, every: day }, found 500',
    ],
  ],
  [
    'a budget of points by currency',
    asks('budget: { amount: { USD: 500 }, of: { balanceType: Points } }'),
    ['9:19: campaigns[earn].rules[r].budget.amount: only discounts are given in several currencies: write one number'],
  ],
  [
    'limits that count the same',
    asks('limit: [ { times: 3, every: day }, { times: 5, per: card, every: day } ]'),
    [
      '9:9: campaigns[earn].rules[r].limit: two limits count the same: only the smaller one can have an effect; remove the other',
    ],
  ],
  [
    'a limit in a list, in short',
    asks('limit: [ 3 ]'),
    [
      '9:18: campaigns[earn].rules[r].limit[0]: expected an object such as { times: 3, per: card, every: day }, found 3',
    ],
  ],
  [
    'a limit in a word',
    asks('limit: once'),
    [
      '9:16: campaigns[earn].rules[r].limit: expected an object such as { times: 3, per: card, every: day }, found the text "once"',
    ],
  ],
  [
    'a version in short',
    `exportedFrom: 12\n${head}`,
    ['1:15: exportedFrom: expected an object such as { version: 12, fingerprint: 5f3a9c0d1e2b }, found 12'],
  ],
  [
    'the fingerprint of something else',
    `exportedFrom: { version: "12", fingerprint: abc }\n${head}`,
    [
      '1:26: exportedFrom.version: expected a whole number such as 12, found the text "12"; write 12 without quotes',
      '1:45: exportedFrom.fingerprint: expected a fingerprint as an export prints it: 12 hex digits, found the text "abc"; write for example 5f3a9c0d1e2b',
    ],
  ],
]

for (const [name, text, expected] of faults) {
  test(`${name}: what happened, where, and what to do`, () => {
    const said = findingsOf(text).faults.map((fault) => `${fault.line}:${fault.column}: ${placedMessage(fault)}`)
    assert.deepEqual(said, expected)
  })
}
