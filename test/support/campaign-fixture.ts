import type { Program } from '../../server/domain/brand/brand.ts'
import type { BrandDocument } from '../../server/domain/brand/document.ts'
import { formatFault, readBrandFile } from '../../server/domain/brand/read-brand-file.ts'
import type { ProductFilter } from '../../server/domain/brand/rules/arguments.ts'
import type { AccountFacts, BasketFacts, CallFacts } from '../../server/domain/campaign/call-facts.ts'
import type { CompiledRule } from '../../server/domain/campaign/campaigns.ts'
import { LocalClock } from '../../server/domain/campaign/clock.ts'
import { compileCampaigns } from '../../server/domain/campaign/compile.ts'
import { FiredRules } from '../../server/domain/campaign/fired-rules.ts'
import { judge, type RuleVerdict } from '../../server/domain/campaign/judge.ts'
import type { Card, Lot } from '../../server/domain/card/card.ts'
import { parseDateTime } from '../../server/ground/kernel/time.ts'
import { unmetered } from '../../server/ground/kernel/work-meter.ts'

// What the campaign tests share: a small brand, and a facts in it. It has no tests of its own.

const baseFile = {
  brand: { id: '1001', name: 'Harbor Coffee', country: 'US', currency: 'USD', timeZone: 'America/New_York' },
  groups: [{ id: 'city' }, { id: 'harbor' }],
  locations: [
    { id: 'L1', group: 'harbor', terminals: ['T1'] },
    { id: 'L2', group: 'city', terminals: ['T1'] },
    { id: 'WEB', terminals: ['T1'] },
  ],
  programs: [
    {
      id: 'rewards',
      valueTypes: [
        { balanceType: 'Points', scale: 0 },
        { balanceType: 'Currency', balanceCode: 'USD', scale: 2 },
        { balanceType: 'Punches', scale: 0, subtracks: ['Espresso'] },
      ],
      cardSets: [{ id: 'cards', generate: { count: 1, length: 16 } }],
      tiers: {
        by: { fact: 'history.spend' },
        levels: [
          { id: 'silver', at: 100 },
          { id: 'gold', at: 300 },
        ],
      },
    },
    { id: 'gift', valueTypes: [{ balanceType: 'Currency', balanceCode: 'USD', scale: 2 }] },
  ],
  couponSets: [
    { id: 'public', codes: [{ code: 'C' }] },
    { id: 'vip', coupons: [] },
    { id: 'ten-off', coupons: [] },
  ],
  orderAttributes: [
    { name: 'channel', type: 'text' },
    { name: 'weight', type: 'number' },
  ],
  demographicFields: [
    { name: 'drink', type: 'String' },
    { name: 'visits', type: 'Integer' },
    { name: 'wedding', type: 'Date' },
    { name: 'allergies', type: 'String', list: true },
    { name: 'sizes', type: 'Integer', list: true },
  ],
  products: [
    { sku: 'COFFEE', categories: ['drinks'] },
    { sku: 'ESP', parent: 'COFFEE', categories: ['drinks'] },
    { sku: 'DOPPIO', parent: 'ESP', categories: ['drinks'] },
    { sku: 'BUN', categories: ['bakery'] },
  ],
  subscriptionLists: [{ uuid: '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a01', name: 'News', channel: 'email' }],
  eventTypes: [{ categoryId: 'app-open' }],
  segments: [
    { id: 'regulars', where: [] },
    { id: 'drifting', where: [] },
  ],
}

/** A campaign or rule as a file has it. Left open, because the reader is what checks it. */
export type Raw = Readonly<Record<string, unknown>>

/** A rule of a file; without results it gives one point. */
export function rule(id: string, fields: Raw = {}, results: readonly Raw[] = [onePoint]): Raw {
  return Object.fromEntries([['id', id], ['trigger', 'checkout'], ...Object.entries(fields), ['then', results]])
}

const onePoint = { issue: { balanceType: 'Points', amount: 1 } }

/** The document of the brand with these campaigns. */
export function documentOf(campaigns: readonly Raw[], brand: Raw = {}): BrandDocument {
  const read = readBrandFile(JSON.stringify({ ...baseFile, brand: { ...baseFile.brand, ...brand }, campaigns }))
  if ('faults' in read) throw new Error(read.faults.map(formatFault).join('\n'))
  const none = { locations: [], programs: [], valueTypes: [], cardSets: [], couponSets: [] }
  const switchedOff = {
    groups: [],
    products: [],
    templates: [],
    ...none,
    demographicFields: [],
    subscriptionLists: [],
    eventTypes: [],
    segments: [],
    webhooks: [],
    campaigns: [],
  }
  return { ...read.file, apiKeys: [], switchedOff }
}

/** The rules of one campaign. */
export function rulesOf(rules: readonly Raw[], campaign: Raw = {}, brand: Raw = {}): readonly CompiledRule[] {
  return compileCampaigns(documentOf([{ id: 'c', ...campaign, rules }], brand)).rules
}

export function ruleOf(fields: Raw = {}, results?: readonly Raw[], brand?: Raw): CompiledRule {
  const [only] = rulesOf([rule('r', fields, results)], {}, brand)
  if (!only) throw new Error('there is a rule')
  return only
}

/** The verdict on a rule with these conditions. */
export function judgeWhen(when: readonly Raw[], over: Partial<CallFacts> = {}): RuleVerdict {
  return judge(ruleOf({ when }), facts(over))
}

/** Tuesday, 14 July 2026, half past eight in the morning in New York. */
export const tuesday = at('2026-07-14 08:30:00')

export function at(local: string, timeZone = 'America/New_York'): number {
  const instant = parseDateTime(local, timeZone)
  if (instant === undefined) throw new Error(`${local} is a date and time`)
  return instant
}

export const clockAt = (local: string, timeZone = 'America/New_York') => new LocalClock(at(local, timeZone), timeZone)

const valueType = { balanceCode: '', scale: 0, subtracks: [], switchedOff: false }

export const rewards: Program = {
  id: 'rewards',
  name: 'Rewards',
  type: 'loyalty',
  currency: 'USD',
  pinLength: 0,
  valueTypes: [
    { ...valueType, id: 1, program: 'rewards', balanceType: 'Points' },
    { ...valueType, id: 2, program: 'rewards', balanceType: 'Currency', balanceCode: 'USD', scale: 2 },
    { ...valueType, id: 3, program: 'rewards', balanceType: 'Punches', subtracks: ['Espresso'] },
  ],
  tiers: {
    by: { fact: 'history.spend' },
    levels: [
      { id: 'silver', name: 'Silver', at: 100 },
      { id: 'gold', name: 'Gold', at: 300 },
    ],
  },
  switchedOff: false,
}

export function card(lots: readonly Partial<Lot>[] = []): Card {
  return {
    id: 1,
    number: '6006',
    setId: 'cards',
    status: 'Activated',
    seq: 1,
    lotCount: lots.length,
    pinFailures: 0,
    activatedAt: at('2026-07-01 12:00:00'),
    balances: [],
    lots: lots.map((lot, index) => ({
      no: index + 1,
      valueType: 1,
      bucket: '',
      amount: 0,
      held: 0,
      returnRelated: false,
      issuedAt: tuesday,
      expired: 0,
      settled: 0,
      ...lot,
    })),
    portions: [],
  }
}

export const account: AccountFacts = {
  isEnrolled: true,
  enrolledAt: at('2026-07-04 09:00:00'),
  hasChildren: false,
  customer: {
    firstName: 'Ana',
    lastName: '',
    birthday: '1990-07-20',
    gender: 'F',
    language: 'de-AT',
    latitude: 40.7,
    affiliatedLocations: ['L1', 'L2'],
  },
  demographics: { drink: ['Tea'], visits: [3], wedding: ['2015-06-01'], allergies: ['nuts', 'milk'], sizes: [2, 4] },
  optIns: [{ channel: 'email' }, { channel: 'email', list: '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a01' }],
}

/** A card's checkout at L1, of nothing yet; the customer's record is read. */
export function facts(over: Partial<CallFacts> = {}): CallFacts {
  return {
    brand: '1001',
    work: unmetered(),
    clock: new LocalClock(tuesday, 'America/New_York'),
    callType: 'CHECKOUT_COMPLETE',
    trigger: 'checkout',
    location: { id: 'L1', group: 'harbor', country: 'US' },
    terminal: 'T1',
    card: card(),
    program: rewards,
    target: 'root',
    isChild: false,
    account,
    past: new Map(),
    fired: new FiredRules(),
    events: [],
    checkout: { scale: 2, total: 2000, netTotal: 1850, shipping: 300, tip: 0 },
    basket: basket([]),
    payments: [],
    coupons: [],
    keyValues: [],
    choices: [],
    ...over,
  }
}

/** The same without a card. */
export function anonymous(over: Partial<CallFacts> = {}): CallFacts {
  const { card: _card, program: _program, account: _account, ...rest } = facts(over)
  return rest
}

export interface Line {
  readonly sku: string
  readonly quantity: number
  /** In cents, for one unit. */
  readonly price: number
}

const catalogue = new Map<string, { parents: readonly string[]; categories: readonly string[] }>([
  ['COFFEE', { parents: [], categories: ['drinks'] }],
  ['ESP', { parents: ['COFFEE'], categories: ['drinks'] }],
  ['DOPPIO', { parents: ['ESP', 'COFFEE'], categories: ['drinks'] }],
  ['BUN', { parents: [], categories: ['bakery'] }],
])
const unlisted = { parents: [], categories: [] }

/** A basket of whole units that were not discounted. */
export function basket(lines: readonly Line[]): BasketFacts {
  const entryOf = (line: Line) => catalogue.get(line.sku) ?? unlisted
  const matches = (line: Line, where: ProductFilter) =>
    (!where.sku || where.sku.includes(line.sku)) &&
    (!where.category || where.category.some((name) => entryOf(line).categories.includes(name))) &&
    (!where.parent || where.parent.some((name) => entryOf(line).parents.includes(name))) &&
    (where.minUnitPrice === undefined || line.price >= where.minUnitPrice * 100) &&
    (where.maxUnitPrice === undefined || line.price <= where.maxUnitPrice * 100)
  return {
    products(where) {
      const meant = where ? lines.filter((line) => matches(line, where)) : lines
      const quantity = meant.reduce((sum, line) => sum + line.quantity, 0)
      const total = meant.reduce((sum, line) => sum + line.quantity * line.price, 0)
      return { quantity: { units: quantity, scale: 0 }, total, lines: meant.length }
    },
    skus: new Set(lines.map((line) => line.sku)),
    categories: new Set(lines.flatMap((line) => entryOf(line).categories)),
    parents: new Set(lines.flatMap((line) => entryOf(line).parents)),
  }
}
