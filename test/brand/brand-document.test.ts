import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { stringify } from 'yaml'
import type { BrandDocument, BrandFile } from '../../server/domain/brand/document.ts'
import { facts } from '../../server/domain/brand/facts/all.ts'
import { isPasswordHash } from '../../server/domain/brand/password-hash.ts'
import { formatFault, readBrandFile } from '../../server/domain/brand/read-brand-file.ts'
import { operators } from '../../server/domain/brand/rules/operators.ts'
import { resultNames } from '../../server/domain/brand/rules/results.ts'
import { triggers } from '../../server/domain/brand/shapes/campaign-shape.ts'
import { noticeTypes } from '../../server/domain/brand/shapes/notice-types.ts'
import { enablements } from '../../server/ground/kernel/enablement.ts'
import { differences } from '../../server/storage/brand-store/apply/differences.ts'
import { toDocument } from '../../server/storage/brand-store/apply/next-document.ts'
import { hashPassword, passwordMatches } from '../../server/storage/brand-store/passwords.ts'
import { placedMessage } from '../support/told-fault.ts'

const demo = readFileSync(new URL('../../demo/harbor-coffee.yaml', import.meta.url), 'utf8')
const zeros = (count: number) => new Uint8Array(count)

/** A small brand; `change` puts a mistake, or something to look at, into it. */
function smallBrand(change: (file: Raw) => void = () => undefined): string {
  const file: Raw = {
    brand: { id: 'b1', name: 'Bakery', country: 'US', currency: 'USD' },
    groups: [{ id: 'all' }],
    locations: [{ id: 'L1', group: 'all', terminals: ['T1'] }],
    programs: [
      {
        id: 'rewards',
        valueTypes: [
          { balanceType: 'Points', scale: 0 },
          { balanceType: 'Currency', balanceCode: 'USD', scale: 2 },
        ],
        cardSets: [{ id: 'cards', cards: [{ cardNumber: '70000001', pin: '0001' }] }],
      },
    ],
    couponSets: [{ id: 'ten', coupons: ['TEN-1'] }],
    demographicFields: [{ name: 'size', type: 'Integer' }],
    eventTypes: [{ categoryId: 'open' }],
    templates: [{ id: 'hello', channel: 'email', body: 'Hello' }],
    segments: [{ id: 'all', where: [] }],
    campaigns: [
      {
        id: 'earn',
        rules: [{ id: 'r', trigger: 'checkout', when: [], then: [{ issue: { balanceType: 'Points', amount: 1 } }] }],
      },
    ],
  }
  change(file)
  return stringify(file, { aliasDuplicateObjects: false })
}

type Entry = Record<string, unknown>
interface Raw extends Entry {
  brand: Entry
  groups: Entry[]
  locations: Entry[]
  programs: (Entry & { valueTypes: Entry[]; cardSets: Entry[] })[]
  couponSets: Entry[]
  demographicFields: Entry[]
  eventTypes: Entry[]
  templates: Entry[]
  segments: Entry[]
  campaigns: (Entry & { rules: (Entry & { when: unknown[]; then: unknown[] })[] })[]
}

function faultsOf(text: string): string[] {
  const read = readBrandFile(text)
  return 'faults' in read ? read.faults.map(placedMessage) : []
}

function fileOf(text: string): BrandFile {
  const read = readBrandFile(text)
  assert('file' in read, 'faults' in read ? read.faults.map(formatFault).join('\n') : '')
  return read.file
}

function documentOf(text: string, before?: BrandDocument): Promise<BrandDocument> {
  return toDocument(fileOf(text), before, zeros)
}

function warningsOf(text: string): string[] {
  const read = readBrandFile(text)
  return 'warnings' in read ? read.warnings.map(placedMessage) : []
}

const put = (target: Entry | undefined, fields: Entry) => Object.assign(target ?? {}, fields)
const valueType = (fields: Entry) => (file: Raw) => put(file.programs[0]?.valueTypes[1], fields)
const cardSet = (fields: Entry) => (file: Raw) => put(file.programs[0]?.cardSets[0], fields)
const rule = (fields: Entry) => (file: Raw) => put(file.campaigns[0]?.rules[0], fields)
const when = (...conditions: unknown[]) => rule({ when: conditions })
const listed = (channel: string, condition: Entry) => (file: Raw) => {
  put(file, { subscriptionLists: [{ uuid: '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a01', name: 'News', channel }] })
  when({ fact: 'optIn', ...condition })(file)
}
const result = (...results: unknown[]) => rule({ then: results })

const crm = { id: 'crm', url: 'https://crm.test/hook' }
const webhook = (fields: Entry) => (file: Raw) => put(file, { webhooks: [{ ...crm, ...fields }] })

const withHtml = (html: string) => (file: Raw) => put(file.templates[0], { html })

const inRule = 'campaigns[earn].rules[r]'

/** What is wrong, and what the merchant is told. */
// biome-ignore format: a table is read by its rows
const mistakes: readonly (readonly [string, (file: Raw) => void, RegExp])[] = [
  ['an unknown key', (f) => put(f.brand, { colour: 'red' }), /^brand\.colour: unknown key; known here: id, name/],
  ['an unknown key of a rule', rule({ triger: 'x' }), /^campaigns\[earn\]\.rules\[r\]\.triger: unknown key/],
  ['no name', (f) => put(f.brand, { name: undefined }), /^brand\.name: is required/],
  ['a number as an id', (f) => put(f.brand, { id: 1001 }), /^brand\.id: .* put it in quotes/],
  ['a country that is none', (f) => put(f.brand, { country: 'XQ' }), /^brand\.country: expected a country code/],
  ['a country in words', (f) => put(f.brand, { country: 'USA' }), /^brand\.country: /],
  ['a currency that is none', (f) => put(f.brand, { currency: 'XQQ' }), /^brand\.currency: expected a currency code/],
  ['a time zone that is none', (f) => put(f.brand, { timeZone: 'Mars/One' }), /^brand\.timeZone: expected a time zone/],
  ['a third version', (f) => put(f.brand, { apiVersion: 3 }), /^brand\.apiVersion: expected one of 1, 2/],
  ['an unknown enablement', (f) => put(f.brand, { enable: ['magic'] }), /^brand\.enable\[0\]: expected one of/],
  ['a rate of 0', (f) => put(f.brand, { exchangeRates: { EUR: 0 } }), /^brand\.exchangeRates\.EUR: must be more than 0/],
  ['a rate for itself', (f) => put(f.brand, { exchangeRates: { USD: 1 } }), /USD is the main currency/],
  ['a short secret', (f) => put(f, { apiKeys: [{ key: 'k', secret: 'short' }] }), /^apiKeys\[k\]\.secret: .* 8/],
  ['a key without a secret', (f) => put(f, { apiKeys: [{ key: 'k' }] }), /needs either secret or secretSha256/],
  ['an unknown group', (f) => put(f.locations[0], { group: 'x' }), /^locations\[L1\]\.group: there is no group "x"/],
  ['a terminal twice', (f) => put(f.locations[0], { terminals: ['T', 'T'] }), /^locations\[L1\]\.terminals: "T" is/],
  ['a location twice', (f) => f.locations.push({ id: 'L1' }), /^locations\[L1\]\.id: the location "L1" is defined twice/],
  ['a program without value types', (f) => f.programs.push({ id: 'p', valueTypes: [], cardSets: [] }), /^programs\[p\]\.valueTypes: .* one entry/],
  ['a value type twice', (f) => put(f.programs[0]?.valueTypes[1], { balanceType: 'Points', balanceCode: undefined, scale: 0 }), /Points is listed twice/],
  ['Currency without a code', valueType({ balanceCode: undefined }), /Currency needs a balanceCode/],
  ['Points with a code', valueType({ balanceType: 'Points' }), /Points has no balanceCode/],
  ['Currency of no currency', valueType({ balanceCode: 'STARS' }), /expected a currency code/],
  ['a scale of 7', valueType({ scale: 7 }), /scale: must be from 0 to 6/],
  ['a limit finer than the scale', valueType({ maxIssue: 0.001 }), /maxIssue: 0.001 has more digits than a scale of 2/],
  ['limits the wrong way round', valueType({ minIssue: 5, maxIssue: 1 }), /minIssue is above maxIssue/],
  ['subtracks of money', valueType({ subtracks: ['A'] }), /only Punches have subtracks/],
  ['too few random digits', cardSet({ generate: { count: 600, prefix: '60065', length: 8 } }), /too few for 600/],
  ['a prefix of letters', cardSet({ generate: { count: 1, prefix: 'A', length: 16 } }), /generate\.prefix: expected digits/],
  ['a prefix as a number', cardSet({ generate: { count: 1, prefix: 6006, length: 16 } }), /prefix: .* put it in quotes/],
  ['a short card number', cardSet({ cards: [{ cardNumber: '123' }] }), /at least 4 characters/],
  ['a card number twice', cardSet({ cards: [{ cardNumber: '7000' }, { cardNumber: '7000' }] }), /"7000" is defined twice/],
  ['a pin of another length', cardSet({ cards: [{ cardNumber: '7000', pin: '1' }] }), /cards\[7000\]\.pin: must have 4 digits/],
  ['an active card', cardSet({ cards: [{ cardNumber: '7000', status: 'Activated' }] }), /expected one of Inventory/],
  ['a coupon twice', (f) => f.couponSets.push({ id: 'b', coupons: ['TEN-1'] }), /^couponSets\[b\]\.coupons\[0\]: the coupon/],
  ['an open tag', (f) => put(f.templates[0], { body: 'Hi {{ customer.firstName' }), /^templates\[hello\]\.body: has a \{\{/],
  ['an unknown variable', (f) => put(f.templates[0], { body: '{{ secret }}' }), /unknown variable \{\{ secret \}\}/],
  ['an unknown balance', (f) => put(f.templates[0], { body: '{{ balances.MILES }}' }), /no balance code "MILES"/],
  ['a value in a handler', withHtml(`<a class="x" onclick="hi('{{ customer.firstName }}')">`), /is in a script or/],
  ['a value in a handler without quotes', withHtml('<a oNclick=hi({{date}})>'), /is in a script or/],
  ['a value in a script', withHtml('<p>x</p><script>hi("{{ date }}")</script>'), /is in a script or/],
  ['an open section', (f) => put(f.templates[0], { body: '{{#date}}x' }), /section \{\{#date\}\} is not closed/],
  ['a product of itself', (f) => put(f, { products: [{ sku: 'A', parent: 'A' }] }), /its own parent/],
  ['a sender of another protocol', (f) => put(f, { senders: { sms: { url: 'ftp://x' } } }), /^senders\.sms\.url: expected/],
  ['a cap of nothing', (f) => put(f, { senders: { caps: { perCardPerDay: 0 } } }), /^senders\.caps\.perCardPerDay: must be from 1/],
  ['a cap of another kind', (f) => put(f, { senders: { caps: { perDay: 5 } } }), /^senders\.caps\.perDay: unknown key/],
  ['a webhook without an address', webhook({ url: undefined }), /^webhooks\[crm\]\.url: is required/],
  ['a webhook of another protocol', webhook({ url: 'ftp://x' }), /^webhooks\[crm\]\.url: expected an address/],
  ['a webhook twice', (f) => put(f, { webhooks: [crm, crm] }), /^webhooks\[crm\]\.id: the webhook "crm" is defined twice/],
  ['a webhook of an unknown event', webhook({ events: ['card.eaten'] }), /^webhooks\[crm\]\.events\[0\]: expected one of card\.allocated/],
  ['a webhook of one event twice', webhook({ events: ['rule.fired', 'rule.fired'] }), /"rule\.fired" is listed twice/],
  ['a webhook of no event', webhook({ events: [] }), /^webhooks\[crm\]\.events: expected at least one entry/],
  ['a webhook with a short secret', webhook({ secrets: ['short'] }), /^webhooks\[crm\]\.secrets\[0\]: .* 16/],
  ['a webhook with an unknown key', webhook({ colour: 'red' }), /^webhooks\[crm\]\.colour: unknown key/],

  ['an unknown fact', when({ fact: 'moon.phase', op: '=', value: 1 }), /when\[0\]\.fact: unknown fact "moon.phase"/],
  ['text compared by size', when({ fact: 'program.id', op: '>=', value: 'rewards' }), /when\[0\]\.op: .* does not fit program\.id/],
  ['a number searched for text', when({ fact: 'checkout.units', op: 'contains', value: 1 }), /does not fit checkout\.units/],
  ['a number compared with text', when({ fact: 'checkout.units', op: '>', value: 'many' }), /value: expected a number/],
  ['a flag in a list', when({ fact: 'checkout.hasCard', op: 'in', value: [true] }), /does not fit checkout\.hasCard/],
  ['a rule that ends before it begins', rule({ from: '2026-02-01 00:00:00', until: '2026-01-01 00:00:00' }), /until is not after from/],
  ['a duration of two kinds', result({ issue: { balanceType: 'Points', amount: 1, expiresAfter: { months: 1, days: 1 } } }), /expiresAfter\.days: unknown key/],
  ['a field that is set to nothing', result({ setDemographic: { name: 'favoriteDrink' } }), /value: is required; null clears the field/],
  ['an hour of 24', when({ fact: 'request.hour', op: '=', value: 24 }), /value: must be from 0 to 23/],
  ['a day that is none', when({ fact: 'request.dayOfWeek', op: '=', value: 'noday' }), /expected one of mon/],
  ['between the wrong way round', when({ fact: 'checkout.units', op: 'between', value: [5, 1] }), /first value is above/],
  ['an unknown program', when({ fact: 'program.id', op: '=', value: 'x' }), /value: there is no program "x"/],
  ['an unknown location', when({ fact: 'location.id', op: 'in', value: ['L1', 'L9'] }), /value\[1\]: there is no location/],
  ['an unknown value type', when({ fact: 'balance', balanceType: 'Punches', op: '>', value: 1 }), /no value type "Punches"/],
  ['an unknown field', when({ fact: 'demographic', name: 'x', op: '=', value: 'a' }), /no demographic field "x"/],
  ['text for a whole number', when({ fact: 'demographic', name: 'size', op: '=', value: 'a' }), /value: expected a number/],
  ['an unknown list', when({ fact: 'optIn', channel: 'email', list: 'News' }), /when\[0\]\.list: there is no subscription list "News" of/],
  ['a list of another channel', listed('sms', { channel: 'email', list: 'News' }), /when\[0\]\.list: .* "News" of channel email/],
  ['an argument that does not belong', when({ fact: 'checkout.units', key: 'x', op: '=', value: 1 }), /key: unknown key/],
  ['an argument that is missing', when({ fact: 'keyValue', op: '=', value: 'x' }), /when\[0\]\.key: is required/],
  ['an unknown rule', when({ fact: 'counter', rule: 'earn/x', op: '=', value: 1 }), /no rule \(campaign\/rule\) "earn\/x"/],
  ['three of two', when({ atLeast: 3, of: [{ fact: 'coupon' }, { fact: 'coupon' }] }), /atLeast is 3, but there are only 2 conditions/],
  ['conditions too deep', when(nested(11)), /nested more than 10 levels deep/],
  ['too many conditions', when(...Array.from({ length: 501 }, () => ({ fact: 'coupon' }))), /when: has more than 500/],
  ['a checkout in a segment', (f) => put(f.segments[0], { where: [{ fact: 'checkout.units', op: '>', value: 1 }] }), /only during a call/],

  ['an unknown result', result({ explode: {} }), /then\[0\]: expected one of issue, redeem, discount/],
  ['two results in one', result({ block: { message: 'x' }, enroll: { program: 'rewards' } }), /found block and enroll/],
  ['no results', result(), /then: expected at least one entry/],
  ['an amount of 0', result({ issue: { balanceType: 'Points', amount: 0 } }), /amount: must be more than 0/],
  ['an amount of text', result({ issue: { balanceType: 'Points', amount: { give: 1, per: 1, of: 'card.number' } } }), /is not a number/],
  ['an issue of no value type', result({ issue: { balanceType: 'Custom', balanceCode: 'X', amount: 1 } }), /no value type "Custom X"/],
  ['a discount of two kinds', result({ discount: { percent: 5, amount: 1 } }), /exactly one of percent/],
  ['a group price without a group', result({ discount: { groupPrice: 5, on: { where: { sku: ['A'] } } } }), /size of the group/],
  ['a discount of 120 %', result({ discount: { percent: 120 } }), /percent: must be at most 100/],
  ['an unknown coupon set', result({ allocateCoupon: { set: 'x' } }), /no coupon set "x"/],
  ['a mail as a text message', result({ notify: { channel: 'sms', template: 'hello' } }), /is for email, not for sms/],
  ['nothing to say', result({ notify: { channel: 'sms' } }), /needs either template or text/],
  ['an unknown event', result({ logEvent: { categoryId: 'x' } }), /no event type "x"/],
  ['an offer of two kinds', result({ personalOffer: { skus: [{ sku: 'A' }], discountType: 'bogo', percentageDiscount: 5, expiresAfter: { days: 5 } } }), /percentageDiscount: is not allowed with/],
  ['a discount on a birthday', rule({ trigger: 'custom', then: [{ discount: { percent: 5 } }] }), /discount needs trigger checkout/],

  ['a date rule without a date', rule({ trigger: 'date' }), /trigger date needs either date or schedule/],
  ['a date for a checkout', rule({ date: { of: 'customer.birthday' } }), /are not allowed with trigger checkout/],
  ['a segment rule without one', rule({ trigger: 'segment' }), /trigger segment needs segment/],
  ['an hourly schedule', rule({ trigger: 'date', schedule: { rule: 'FREQ=HOURLY' } }), /FREQ=HOURLY is not a possible value/],
  ['a schedule with an hour of its own', rule({ trigger: 'date', schedule: { rule: 'FREQ=DAILY;BYHOUR=9' } }), /BYHOUR is not allowed here: set `hour`/],
  ['a position among nothing', rule({ trigger: 'date', schedule: { rule: 'FREQ=MONTHLY;BYSETPOS=1' } }), /BYSETPOS needs BYDAY/],
  ['an end that is no time', rule({ trigger: 'date', schedule: { rule: 'FREQ=DAILY;UNTIL=20261231T250000Z' } }), /UNTIL=20261231T250000Z is not a possible value/],
  ['a date of child cards', rule({ trigger: 'date', target: 'child', date: { of: 'customer.birthday' } }), /target: trigger date runs for root cards only/],
  ['a schedule of child cards', rule({ trigger: 'date', target: 'child', schedule: { rule: 'FREQ=DAILY' } }), /target: trigger date runs for root cards only/],
  ['a day after the expiry', rule({ trigger: 'date', date: { of: 'balance.expiration', offsetDays: 1 } }), /offsetDays: must not be above 0/],
  ['a window of nothing', rule({ window: { from: '08:00', to: '08:00' } }), /window: must begin and end at different times/],
  ['a limit of nothing', rule({ limit: { times: 0 } }), /limit\.times: must be from 1/],
  ['an end before the beginning', (f) => put(f.campaigns[0], { from: '2026-02-01 00:00:00', until: '2026-01-01 00:00:00' }), /until is not after from/],
  ['a day that does not exist', (f) => put(f.campaigns[0], { from: '2026-02-30 00:00:00' }), /from: expected a date and time/],
]

function nested(depth: number): unknown {
  return depth === 1 ? { fact: 'coupon' } : { all: [nested(depth - 1)] }
}

for (const [name, change, expected] of mistakes) {
  test(`a brand file with ${name} is refused`, () => {
    const faults = faultsOf(smallBrand(change))
    assert.ok(
      faults.some((fault) => expected.test(fault)),
      `${expected} is not among:\n${faults.join('\n')}`,
    )
    assert.equal(faults.length, 1, `one mistake is one fault:\n${faults.join('\n')}`)
  })
}

test('the small brand and the demo have no faults', () => {
  assert.deepEqual(faultsOf(smallBrand()), [])
  assert.deepEqual(faultsOf(demo), [])
})

test('a fixed amount with more decimals than its value type is a fault, a rate is rounded', () => {
  const issue = (fields: Entry) => smallBrand(result({ issue: { balanceType: 'Points', ...fields } }))
  const usd = { balanceType: 'Currency', balanceCode: 'USD' }
  const at = `${inRule}.then[0]`
  assert.deepEqual(faultsOf(issue({ amount: 1.5 })), [
    `${at}.issue.amount: has 1 decimals, and Points has 0: it would be cut`,
  ])
  assert.deepEqual(faultsOf(smallBrand(result({ redeem: { ...usd, amount: 0.125 } }))), [
    `${at}.redeem.amount: has 3 decimals, and Currency USD has 2: it would be cut`,
  ])
  assert.deepEqual(faultsOf(issue({ ...usd, amount: 0.25 })), [])
  assert.deepEqual(faultsOf(issue({ amount: { give: 1.5, per: 1, of: 'checkout.total' } })), [])
})

test('a rule that issues by a balance which it has redeemed before is warned of', () => {
  const points = { balanceType: 'Points' }
  const rate = { give: 1, per: 100, of: 'balance', ...points }
  const redeem = { redeem: { ...points, amount: { ...rate, give: 100 } } }
  const issue = { issue: { balanceType: 'Currency', balanceCode: 'USD', amount: rate } }
  assert.deepEqual(faultsOf(smallBrand(result(redeem, issue))), [])
  assert.deepEqual(warningsOf(smallBrand(result(redeem, issue))), [
    `${inRule}.then[1].issue.amount: is computed of the Points balance, which then[0] has redeemed by then: put the issue first`,
  ])
  assert.deepEqual(warningsOf(smallBrand(result(issue, redeem))), [])
  assert.deepEqual(warningsOf(smallBrand(result({ redeem: { ...points, amount: 100 } }, issue))), [])
})

test('schedules may say what a recurrence rule can', () => {
  const said = [
    'FREQ=DAILY;COUNT=1',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO',
    'RRULE:FREQ=DAILY;UNTIL=20261231T000000Z',
    'FREQ=DAILY;UNTIL=20261231T000000',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  ]
  for (const one of said) {
    assert.deepEqual(faultsOf(smallBrand(rule({ trigger: 'date', schedule: { rule: one } }))), [], one)
  }
})

test('all faults are told at once, with their lines', () => {
  const read = readBrandFile(
    'brand:\n  id: x\n  country: US\n  currency: nope\nlocations:\n  - id: L1\n    group: none\n',
  )
  assert('faults' in read)
  assert.deepEqual(read.faults.map(formatFault), [
    'line 1: brand.name: is required: add name: Harbor Coffee',
    'line 4: brand.currency: expected a currency code of ISO 4217 such as USD, found the text "nope"',
    'line 7: locations[L1].group: there is no group "none" in this file; define it in groups',
  ])
})

test('what is not YAML, or more than plain data, is refused with its line', () => {
  const texts: readonly (readonly [string, RegExp])[] = [
    ['brand: [', /line 1/],
    ['a: 1\na: 2', /^line 2: a: duplicate key "a"/],
    ['a: &x [1]\nb: *x', /^line 2: b: anchors and aliases .* are not supported/],
    ['__proto__: { admin: true }', /__proto__/],
    ['a: !!js/function x', /tag/i],
    ['[]', /expected an object/],
    ['', /brand: is required/],
    ['{"brand": {"id": "a", "id": "b"}}', /^line 1: brand.id: duplicate key "id"/],
    [`a: ${'['.repeat(100)}${']'.repeat(100)}`, /is nested more than 64 levels deep/],
    ['['.repeat(50_000), /./],
    ['x'.repeat(9 * 1024 * 1024), /larger than 8 MiB/],
  ]
  for (const [text, expected] of texts) {
    const read = readBrandFile(text)
    assert.match(formatFault(('faults' in read && read.faults[0]) || assert.fail(text.slice(0, 40))), expected)
  }
})

test('defaults are filled in, and null means absent', () => {
  const file = fileOf(smallBrand(rule({ option: null, limit: null })))
  assert.equal(file.brand.timeZone, 'UTC')
  assert.equal(file.brand.apiVersion, 2)
  assert.deepEqual(file.brand.enable, [])
  assert.equal(file.programs[0]?.pinLength, 4)
  assert.equal(file.campaigns[0]?.priority, 100)
  assert.deepEqual(file.campaigns[0]?.rules[0]?.target, 'root')
  assert.equal(file.campaigns[0]?.rules[0]?.option, undefined)
})

test('JSON is read like YAML', () => {
  const json = JSON.stringify(fileOf(demo))
  assert.deepEqual(fileOf(json), fileOf(demo))
})

test('a difference reads like a sentence and shows no secret', async () => {
  const before = await documentOf(
    smallBrand((file) => {
      put(file, { apiKeys: [{ key: 'k', secret: 'first-secret-0' }], senders: { sms: { url: 'http://a.test/' } } })
      put(file, { webhooks: [crm, { ...crm, id: 'old' }] })
      put(file.locations[0], { employees: [{ id: 'E', password: 'eeee' }] })
      rule({ limit: { times: 3 } })(file)
    }),
  )
  const after = await documentOf(
    smallBrand((file) => {
      const senders = { sms: { url: 'http://a.test/', secrets: ['another-secret-of-16'] } }
      put(file, { apiKeys: [{ key: 'k', secret: 'other-secret-0' }], senders })
      put(file, { webhooks: [{ ...crm, active: false, events: ['rule.fired'], secrets: ['another-secret-of-16'] }] })
      put(file.locations[0], { employees: [{ id: 'E', password: 'ffff' }], terminals: ['T2'] })
      file.locations.push({ id: 'L2', terminals: ['T1'] })
      file.programs[0]?.valueTypes.pop()
      rule({ limit: { times: 5 } })(file)
    }),
    before,
  )
  assert.deepEqual(differences(before, after), [
    'apiKeys/k: secret changed',
    'locations/L1: terminals +T2 -T1',
    'locations/L1/employees/E: password changed',
    'locations/L2: added',
    'senders/sms: secrets changed',
    'webhooks/crm: active true -> false',
    'webhooks/crm: secrets changed',
    'webhooks/crm: events none -> ["rule.fired"]',
    'campaigns/earn/rules/r: limit.times 3 -> 5',
    'programs/rewards/valueTypes/Currency USD: switched off',
    'webhooks/old: switched off',
  ])
  assert.deepEqual(differences(after, after), [])
})

test('another order of rules is a difference', async () => {
  const twoRules = (...ids: string[]) =>
    smallBrand((file) => {
      const then = [{ enroll: { program: 'rewards' } }]
      put(file.campaigns[0], { rules: ids.map((id) => ({ id, trigger: 'custom', then })) })
    })
  const [before, after] = [await documentOf(twoRules('a', 'b')), await documentOf(twoRules('b', 'a'))]
  assert.deepEqual(differences(before, after), ['campaigns/earn/rules: order changed'])
})

test('a password is kept as a hash that only the password fits', async () => {
  const hash = await hashPassword('1234', zeros)
  assert.ok(isPasswordHash(hash))
  assert.equal(await passwordMatches(hash, '1234'), true)
  assert.equal(await passwordMatches(hash, '1235'), false)
  assert.equal(await passwordMatches('scrypt$99999999$8$1$AA==$AA==', '1234'), false)
})

test('the faults of a rule are at the rule', () => {
  assert.ok(faultsOf(smallBrand(rule({ trigger: 'never' })))[0]?.startsWith(`${inRule}.trigger`))
})

test('the reference names every fact, operator, result and notice', () => {
  const reference = readFileSync(new URL('../../docs/brand-file.md', import.meta.url), 'utf8')
  const rules = [...Object.keys(facts), ...Object.keys(operators), ...resultNames, ...triggers]
  const names = [...rules, ...enablements, ...noticeTypes]
  const missing = names.filter((name) => !reference.includes(name.replace(/^customer\./, '')))
  assert.deepEqual(missing, [])
})

test('values may stand in texts, in addresses and beside scripts', () => {
  const html = `<script>x()</script><a href="https://x.test/?{{ card.number }}" title="on = {{ date }}">{{ customer.firstName }} onclick={{ date }}</a>`
  assert.deepEqual(faultsOf(smallBrand(withHtml(html))), [])
})
