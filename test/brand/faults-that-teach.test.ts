import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf } from '../../server/domain/brand/read-brand-file.ts'
import { faultLines } from '../../server/program/command-line/brand/fault-lines.ts'

//  what somebody wrote, and all that is said about it: line, column, path, what is wrong, what to write
const faults: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'a tab as indentation',
    'brand:\n\tid: b1\n',
    ['2:1: this line is indented with a tab; YAML needs spaces: replace every tab with two spaces'],
  ],
  [
    'a tab after spaces',
    'brand:\n  id: b1\n  \tname: x\n',
    ['3:3: this line is indented with a tab; YAML needs spaces: replace every tab with two spaces'],
  ],
  [
    'a double quote that is never closed',
    'brand:\n  id: "b1\n  name: x\nprograms: []\n',
    ['2:7: this quote is never closed: put " at the end of the text'],
  ],
  [
    'a single quote that is never closed',
    "brand:\n  id: 'b1\n  name: x\nprograms: []\n",
    ["2:7: this quote is never closed: put ' at the end of the text"],
  ],
  [
    'quotes around a part of a text',
    'brand:\n  id: b1\n  name: "Joe" the Baker\n',
    [
      '3:15: the text in quotes ends before this: put the quotes around the whole text, and write \\" for a quote in it',
    ],
  ],
  [
    'an apostrophe in single quotes',
    "brand:\n  id: b1\n  name: 'Joe's Bakery'\n",
    ["3:14: the text in single quotes ends here: write '' for an apostrophe in it, or use double quotes"],
  ],
  [
    'a key too far to the left',
    'brand:\n  id: b1\n name: x\n',
    ['3:1: this line is indented differently from its neighbours: all keys of one object begin in the same column'],
  ],
  [
    'a key too far to the right',
    'brand:\n  id: b1\n    name: x\n',
    [
      '3:5: this line is indented further than the key above it, which has a value already: keys of one object begin in the same column',
    ],
  ],
  [
    'a key of a list entry in a wrong column',
    'programs:\n  - id: a\n   name: x\n',
    ['3:1: this line is indented differently from its neighbours: all keys of one object begin in the same column'],
  ],
  [
    'a key twice',
    'brand:\n  id: b1\n  id: b2\n',
    ['3:3: brand.id: duplicate key "id", first on line 2: keep one of the two, and remove the other'],
  ],
  [
    'a colon in a text',
    'brand:\n  id: b1\n  name: Espresso: the best\n',
    ['3:9: a second colon on this line: put the text in quotes: name: "Espresso: the best"'],
  ],
  ['no space after a colon', 'brand:\n  id:b1\n  name: x\n', ['2:3: a space is missing after the colon: write id: b1']],
  ['no colon', 'brand:\n  id b1\n  name: x\n', ['2:3: a colon is missing after the key: write id: b1']],
  [
    'no dash',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        then:\n          issue: { balanceType: Points, amount: 1 }\n\n',
    [
      '9:9: campaigns[earn].rules[r].then: expected a list such as [{ issue: { balanceType: Points, amount: 5 } }], found an object; put a dash before each entry: "- "',
    ],
  ],
  [
    'no space after a dash',
    'apiKeys:\n  -key: a\n  -key: b\n',
    [
      '2:3: apiKeys: a space is missing after the dash: write - key:',
      '3:3: apiKeys: a space is missing after the dash: write - key:',
    ],
  ],
  [
    'an alias',
    'brand: &b\n  id: x\nother: *b\n',
    [
      '3:8: other: anchors and aliases (& and *) are not supported: write it out, or put a text that begins with * in quotes',
    ],
  ],
  [
    'a text that begins with a star',
    'brand:\n  name: *new*\n',
    [
      '2:9: brand.name: anchors and aliases (& and *) are not supported: write it out, or put a text that begins with * in quotes',
    ],
  ],
  [
    'a text that begins with a percent sign',
    'brand:\n  name: %10 off\n',
    ['2:9: a text cannot begin with % unless it is in quotes: write "%10 off"'],
  ],
  [
    'a text that begins with an at sign',
    'brand:\n  name: @home\n',
    ['2:9: a text cannot begin with @ unless it is in quotes: write "@home"'],
  ],
  [
    'a text that begins with a backtick',
    'brand:\n  name: `home`\n',
    ['2:9: a text cannot begin with ` unless it is in quotes: write "`home`"'],
  ],
  [
    'a variable without quotes',
    'brand:\n  name: {{ x }}\n',
    ['2:10: brand.name: a text that begins with { must be in quotes: write "{{ date }}"'],
  ],
  [
    'an operator without quotes',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        when:\n          - { fact: checkout.total, op: >=, value: 1 }\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    ['10:41: a text cannot begin with > unless it is in quotes: write ">="'],
  ],
  [
    'an operator without quotes on its line',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        when:\n          - fact: checkout.total\n            op: >=\n            value: 1\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    ['11:18: >= must be in quotes: write ">="'],
  ],
  [
    'a greater-than sign without quotes',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        when:\n          - fact: checkout.total\n            op: >\n            value: 1\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    ['11:13: campaigns[earn].rules[r].when[0].op: has no value: > and < must be in quotes: write op: ">"'],
  ],
  [
    'an unequal sign without quotes',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        when:\n          - fact: program.id\n            op: !=\n            value: rewards\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    ['11:17: the tag != means nothing here; if it is a text, put it in quotes: "!="'],
  ],
  [
    'no comma',
    'brand: { id: b1 name: x }\n',
    ['1:14: a comma is missing between two entries: write { id: a, name: b }'],
  ],
  [
    'a brace that is not closed',
    'brand: { id: b1\nprograms: []\n',
    ['2:1: an object that was opened with { is not closed with } before this line'],
  ],
  [
    'a bracket that is not closed',
    'locations:\n  - { id: L1, terminals: [T1, T2 }\n',
    ['2:34: a list that was opened with [ is not closed with ] before this line'],
  ],
  [
    'a brace too many',
    'brand: { id: b1 } }\n',
    ['1:19: } closes nothing: there is one bracket too many, or one too few before it'],
  ],
  [
    'a value that is a comment',
    'brand:\n  id: #1001\n  name: x\n',
    [
      '1:1: brand.country: is required: add country: US',
      '1:1: brand.currency: is required: add currency: USD',
      '2:3: brand.id: has no value: write id: "1001"',
    ],
  ],
  [
    'two documents',
    'brand: {}\n---\nbrand: {}\n',
    ['2:1: a second document begins here (---): a brand file is one document'],
  ],
  [
    'a strange escape',
    'brand:\n  name: "a\\qb"\n',
    ['2:11: the escape \\q does not exist: write \\\\ for a backslash, or use single quotes'],
  ],
  [
    'off instead of false',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - { id: c, active: off }\n',
    ['5:22: campaigns[c].active: expected true or false, found the text "off"; write false'],
  ],
  [
    'true as a name',
    'brand: { id: yes, name: true, country: NO, currency: USD }\n',
    ['1:25: brand.name: expected a text, found true; put it in quotes: "true"'],
  ],
  [
    'dates without times',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - { id: c, from: 2026-01-01, until: 2026-02-01T00:00:00Z }\n',
    [
      '5:20: campaigns[c].from: expected a date and time such as "2026-01-31 09:00:00", found the text "2026-01-01"; write "2026-01-01 00:00:00"',
      '5:39: campaigns[c].until: expected a date and time such as "2026-01-31 09:00:00", found the text "2026-02-01T00:00:00Z"; write "2026-02-01 00:00:00"',
    ],
  ],
  [
    'an id with zeros in front',
    'brand: { id: 0071, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\n',
    ['1:14: brand.id: expected a text, found the number 0071; put it in quotes: "0071"'],
  ],
  [
    'card numbers and pins without quotes',
    'brand: { id: b1, name: B, country: US, currency: USD }\nprograms:\n  - { id: p, valueTypes: [{ balanceType: Points, scale: 0 }], cardSets: [{ id: s, cards: [{ cardNumber: 007000, pin: 0012 }] }] }\n',
    [
      '3:105: programs[p].cardSets[s].cards[0].cardNumber: expected a text, found the number 007000; put it in quotes: "007000"',
      '3:118: programs[p].cardSets[s].cards[0].pin: expected a text, found the number 0012; put it in quotes: "0012"',
    ],
  ],
  [
    'a version as an id, small letters, a misspelt time zone',
    'brand: { id: 1.10, name: B, country: us, currency: usd, timeZone: america/new_yrok }\n',
    [
      '1:14: brand.id: expected a text, found the number 1.10; put it in quotes: "1.10"',
      '1:38: brand.country: expected a country code of ISO 3166 such as US, found the text "us"; write US',
      '1:52: brand.currency: expected a currency code of ISO 4217 such as USD, found the text "usd"; write USD',
      '1:67: brand.timeZone: expected a time zone such as America/New_York, found the text "america/new_yrok"; did you mean America/New_York?',
    ],
  ],
  [
    'a percentage with its sign',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        then:\n          - discount: { percent: 10% }\n\n',
    [
      '10:34: campaigns[earn].rules[r].then[0].discount.percent: expected a number such as 10, found the text "10%"; write 10 without a unit',
    ],
  ],
  [
    'a discount without its kind',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        then:\n          - discount: 10%\n\n',
    [
      '10:23: campaigns[earn].rules[r].then[0].discount: expected an object such as { percent: 10, on: checkout }, found the text "10%"',
    ],
  ],
  [
    'a result by another name',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        then:\n          - points: 10\n\n',
    [
      '10:13: campaigns[earn].rules[r].then[0]: there is no result named points; did you mean "issue"? Write { issue: { balanceType: Points, amount: 5 } }',
    ],
  ],
  [
    'then by another name',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        reward:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    ['9:9: campaigns[earn].rules[r].reward: unknown key; did you mean "then"?'],
  ],
  [
    'when by another name',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        if:\n          - { fact: coupon }\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    ['9:9: campaigns[earn].rules[r].if: unknown key; did you mean "when"?'],
  ],
  [
    'conditions',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        conditions: []\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    ['9:9: campaigns[earn].rules[r].conditions: unknown key; did you mean "when"?'],
  ],
  [
    'one condition without brackets',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        when: { fact: coupon }\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    [
      '9:9: campaigns[earn].rules[r].when: expected a list of conditions, found one condition; put it in brackets: [ { fact: checkout.total, op: ">=", value: 10 } ]',
    ],
  ],
  [
    'a condition in short',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        when:\n          - checkout.total: 10\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    [
      '10:13: campaigns[earn].rules[r].when[0]: a condition names its fact: write { fact: checkout.total, op: "=", value: 10 }',
    ],
  ],
  [
    'a condition as a text',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        when: checkout.total > 10\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    [
      '9:15: campaigns[earn].rules[r].when: expected a list such as [{ fact: checkout.total, op: ">=", value: 10 }], found the text "checkout.total > 10"',
    ],
  ],
  [
    'an amount with its currency',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        then:\n          - issue: { balanceType: Currency, balanceCode: USD, amount: $5 }\n\n',
    [
      '10:71: campaigns[earn].rules[r].then[0].issue.amount: expected a number such as 5, found the text "$5"; write 5 without a unit',
    ],
  ],
  [
    'an amount with a comma',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        then:\n          - discount: { amount: "2,50" }\n\n',
    [
      '10:33: campaigns[earn].rules[r].then[0].discount.amount: expected a number such as 5, found the text "2,50"; write 2.50 without a comma or a unit',
    ],
  ],
  [
    'an amount by another name',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        then:\n          - issue: { points: 5 }\n\n',
    [
      '10:22: campaigns[earn].rules[r].then[0].issue.points: unknown key; did you mean "amount"?',
      '10:13: campaigns[earn].rules[r].then[0].issue.balanceType: is required: add balanceType: Points',
    ],
  ],
  [
    'the keys of a result beside its name',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        then:\n          - issue:\n            balanceType: Points\n            amount: 5\n\n',
    [
      '10:13: campaigns[earn].rules[r].then[0]: balanceType, amount must be indented further than issue, to which they belong',
    ],
  ],
  [
    'one result without a dash',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        then: { issue: { balanceType: Points, amount: 1 } }\n\n',
    [
      '9:9: campaigns[earn].rules[r].then: expected a list such as [{ issue: { balanceType: Points, amount: 5 } }], found an object; put a dash before each entry: "- "',
    ],
  ],
  [
    'a name that is unknown in several places',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        when:\n          - { fact: program.id, op: "=", value: gold }\n          - { fact: program.id, op: "=", value: gold }\n          - { fact: program.id, op: "=", value: gold }\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    [
      '10:49: campaigns[earn].rules[r].when[0].value: there is no program "gold" in this file; known: rewards (and it is named in 2 more places)',
    ],
  ],
  [
    'a section that is misspelt',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprogram:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        when:\n          - { fact: program.id, op: "=", value: rewards }\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    ['2:1: program: unknown key; did you mean "programs"?'],
  ],
  [
    'a section that is no list',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms: rewards\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        when:\n          - { fact: program.id, op: "=", value: rewards }\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    [
      '2:11: programs: expected a list such as [{ id: rewards, valueTypes: [{ balanceType: Points, scale: 1 }] }], found the text "rewards"',
    ],
  ],
  [
    'an id that is a number, and is named',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: 12, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        when:\n          - { fact: program.id, op: "=", value: "12" }\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    ['3:11: programs[0].id: expected a text, found the number 12; put it in quotes: "12"'],
  ],
  [
    'an id that is missing, and is named',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - {  valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        when:\n          - { fact: program.id, op: "=", value: "rewards" }\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    ['3:5: programs[0].id: is required: add id: rewards'],
  ],
  [
    'a rule without its campaign',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        when:\n          - { fact: counter, rule: r, op: "=", value: 1 }\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    [
      '10:36: campaigns[earn].rules[r].when[0].rule: there is no rule (campaign/rule) "r" in this file; did you mean "earn/r"?',
    ],
  ],
  [
    'a misspelt trigger',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: chekout\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    [
      '8:18: campaigns[earn].rules[r].trigger: expected one of checkout, date, social, custom, request, message, refer, choice, segment, tier; found the text "chekout"; did you mean "checkout"?',
    ],
  ],
  [
    'a limit with three mistakes',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        limit: { times: "3", per: cards, every: dayly }\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    [
      '9:25: campaigns[earn].rules[r].limit.times: expected a whole number such as 1, found the text "3"; write 3 without quotes',
      '9:35: campaigns[earn].rules[r].limit.per: expected one of card, child, customer, email, phone, device, location, terminal, employee, code, brand; found the text "cards"; did you mean "card"?',
      '9:49: campaigns[earn].rules[r].limit.every: expected one of ever, day, week, month, year; found the text "dayly"; did you mean "day"?',
    ],
  ],
  [
    'a misspelt variable',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        then:\n          - notify: { channel: mail, text: "{{ customer.firstname }}" }\n\n',
    [
      '10:32: campaigns[earn].rules[r].then[0].notify.channel: expected one of direct, email, sms, push, webhook; found the text "mail"; did you mean "email"?',
      '10:44: campaigns[earn].rules[r].then[0].notify.text: unknown variable {{ customer.firstname }}; did you mean "customer.firstName"?',
    ],
  ],
  [
    'one value for between',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        when:\n          - { fact: checkout.total, op: between, value: 5 }\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    ['10:57: campaigns[earn].rules[r].when[0].value: expected a list such as [2.50, 2.50], found 5'],
  ],
  [
    'one value for in',
    'brand: { id: b1, name: Bakery, country: US, currency: USD }\nprograms:\n  - { id: rewards, valueTypes: [ { balanceType: Points, scale: 0 }, { balanceType: Currency, balanceCode: USD, scale: 2 } ] }\ncampaigns:\n  - id: earn\n    rules:\n      - id: r\n        trigger: checkout\n        when:\n          - { fact: program.id, op: in, value: rewards }\n        then:\n          - issue: { balanceType: Points, amount: 1 }\n\n',
    ['10:48: campaigns[earn].rules[r].when[0].value: expected a list such as [rewards], found the text "rewards"'],
  ],
  [
    'an empty file',
    '',
    ['brand: is required: add brand: { id: "1001", name: Harbor Coffee, country: US, currency: USD }'],
  ],
  [
    'a file that is no brand file',
    'hello\n',
    [
      'expected an object such as { brand: { id: "1001", name: Harbor Coffee, country: US, currency: USD } }, found the text "hello"',
    ],
  ],
]

for (const [name, text, expected] of faults) {
  test(`${name}: what happened, where, and what to do`, () => {
    const found = findingsOf(text).faults.map((fault) => faultLines('', text, fault, 'fault')[0]?.replace(/^:? ?/, ''))
    assert.deepEqual(found, expected)
  })
}
