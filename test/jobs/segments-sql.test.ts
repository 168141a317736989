import assert from 'node:assert/strict'
import test from 'node:test'
import type { FetchedPast, FetchedPasts } from '../../server/calls/engine/batch-past.ts'
import { type FactWish, fetchFacts } from '../../server/calls/engine/past-facts.ts'
import type { QueuedCommand } from '../../server/calls/engine/queued-command.ts'
import type { Brand } from '../../server/domain/brand/brand.ts'
import { facts } from '../../server/domain/brand/facts/all.ts'
import type { FactArguments } from '../../server/domain/brand/rules/arguments.ts'
import type { Comparable, Condition } from '../../server/domain/brand/rules/conditions.ts'
import { operators, operatorsFor } from '../../server/domain/brand/rules/operators.ts'
import { LocalClock } from '../../server/domain/campaign/clock.ts'
import { compileConditions } from '../../server/domain/campaign/condition.ts'
import { needKey } from '../../server/domain/campaign/needs.ts'
import { CardBook } from '../../server/domain/card/book.ts'
import { RunState } from '../../server/domain/firing/run-state.ts'
import { Connection } from '../../server/ground/database/connection.ts'
import { decimalText } from '../../server/ground/kernel/decimal.ts'
import type { CardId } from '../../server/ground/kernel/ids.ts'
import { unmetered } from '../../server/ground/kernel/work-meter.ts'
import { loadBrand } from '../../server/storage/brand-store/load-brand.ts'
import { listWanted } from '../../server/storage/segment/refresh.sql.ts'
import { segmentOwner, sqlFacts } from '../../server/storage/segment/segment-query.sql.ts'
import { type CardView, findCards } from '../../server/storage/store/queries/card-view.sql.ts'
import { birthdays, type Dice, dice, names, openPopulatedShop, populate } from '../support/segment-population.ts'
import { testDatabase, testSealer } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const everything = { after: 0, upto: Number.MAX_SAFE_INTEGER }

test('every fact about cards has its SQL, and no other', () => {
  const about = Object.entries(facts).filter(([, fact]) => fact.of === 'card')
  assert.deepEqual(Object.keys(sqlFacts).toSorted(), about.map(([name]) => name).toSorted())
})

for (const [seed, now, by] of [
  [1, Date.parse('2026-11-15T12:00:00.123Z'), { fact: 'history.spend', within: { days: 20 } }],
  [2, Date.parse('2027-02-28T12:00:00Z'), { fact: 'history.checkouts' }],
  [3, Date.parse('2028-02-29T03:59:59Z'), { fact: 'earned', balanceType: 'Points', within: { calendar: 'month' } }],
] as const) {
  test(`SQL and JavaScript agree on every card and condition (${seed})`, async () => {
    const shop = await openPopulatedShop(by)
    const db = await Connection.open({ url: testDatabase() })
    try {
      const brand = await loadBrand(db, shop.id, testSealer)
      assert(brand)
      await populate(brand, now, seed)
      const judge = await judgeOf(db, brand, now)
      const roll = dice(seed)
      let members = 0
      for (const [index, condition] of conditionsToTry(roll).entries()) {
        const segment = { id: `s${index}`, name: 's', where: [condition] }
        const inSql = await listWanted(db, { brand, segment, now }, everything)
        assert.deepEqual(inSql, await judge.members(condition, segment.id), JSON.stringify(condition))
        members += inSql.length
      }
      for (const value of judge.spends()) {
        const condition: Condition = { fact: 'history.spend', op: '=', value }
        const segment = { id: 'spend', name: 's', where: [condition] }
        const inSql = await listWanted(db, { brand, segment, now }, everything)
        assert.ok(inSql.length > 0, `somebody spent ${value}`)
        assert.deepEqual(inSql, await judge.members(condition, segment.id), `${value}`)
      }
      assert.ok(members > 1000, `${members} members were compared`)
    } finally {
      await db.close()
    }
  })
}

/** Each fact with each of its operators, twice, and then trees of them. */
function conditionsToTry(roll: Dice): Condition[] {
  const names = Object.keys(sqlFacts)
  const single = names.flatMap((fact) => {
    const [first, second] = [comparisons(fact, roll), comparisons(fact, roll)]
    return [...first, ...second]
  })
  const leaf = () => roll.pick(single)
  const tree = (depth: number): Condition => {
    if (depth === 0 || roll.some(0.3)) return leaf()
    const list = Array.from({ length: roll.below(4) }, () => tree(depth - 1))
    switch (roll.below(4)) {
      case 0:
        return { all: list }
      case 1:
        return { any: list }
      case 2:
        return { none: list }
      default:
        return { atLeast: 1 + roll.below(list.length + 1), of: [...list, leaf()] }
    }
  }
  return [...single, ...Array.from({ length: 150 }, () => tree(3))]
}

function comparisons(fact: string, roll: Dice): Condition[] {
  const given = argumentsFor(fact, roll)
  const { type, list = false } = typeFor(fact, given)
  return operatorsFor(type, list).map((op) => {
    const one = () => valueFor(fact, type, roll)
    const [low, high] = [one(), one()].toSorted((a, b) => (a < b ? -1 : 1))
    const values = { one: one(), two: [low, high], several: [one(), one(), one()], none: undefined }
    const value = values[operators[op].value] as Comparable | undefined
    return { fact, ...given, op, ...(value !== undefined && { value }) }
  })
}

function typeFor(
  fact: string,
  { name }: FactArguments,
): { type: 'number' | 'amount' | 'flag' | 'text' | 'date'; list?: boolean } {
  if (fact !== 'demographic') return facts[fact] ?? { type: 'text' }
  const types = { drink: 'text', hobbies: 'text', cups: 'number', years: 'number', since: 'date' } as const
  return { type: types[name as 'drink'], list: name === 'hobbies' || name === 'years' }
}

function argumentsFor(fact: string, roll: Dice): FactArguments {
  const { takes = [], requires = [] } = facts[fact] ?? {}
  const within = roll.pick([
    { days: 0 },
    { days: 1 },
    { days: 10 },
    { days: 30 },
    { calendar: 'week' },
    { calendar: 'month' },
  ] as const)
  const where = roll.pick([
    { sku: ['ESP', 'TEA'] },
    { category: ['drinks'] },
    { parent: ['COFFEE'], maxUnitPrice: 2.5 },
    { minUnitPrice: 2.500001 },
    { except: { sku: ['TEA'] } },
    { except: { category: ['drinks'] } },
    { sku: ['ESP', 'BUN', 'COFFEE'], except: { parent: ['COFFEE'] } },
  ])
  const balance = roll.pick([
    { balanceType: 'Points' },
    { balanceType: 'Punches' },
    { balanceType: 'Punches', subtrack: 'Espresso' },
    { balanceType: 'Punches', subtrack: 'Tea' },
    { balanceType: 'Currency', balanceCode: 'USD' },
    { balanceType: 'Custom', balanceCode: 'NONE' },
  ] as const)
  const list = roll.pick([
    ['email', '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a01'],
    ['sms', '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a03'],
  ] as const)
  const all: FactArguments = {
    ...balance,
    within,
    where,
    name: roll.pick(['drink', 'hobbies', 'cups', 'years', 'since']),
    ...(takes.includes('list') && roll.some(0.5)
      ? { channel: list[0], list: list[1] }
      : { channel: roll.pick(['email', 'sms', 'phone', 'other']) }),
    categoryId: roll.pick(['app-open', 'review']),
    eventType: roll.pick(['CUSTOM', 'BOUNCED']),
    rule: roll.pick(['c/r', 'c/other']),
    program: roll.pick(['rewards', 'other']),
  }
  const keeps = (name: string) =>
    requires.includes(name as 'rule') ||
    (takes.includes(name as 'rule') &&
      (name.startsWith('balance') || name === 'subtrack' || name === 'list' || roll.some(0.6)))
  return Object.fromEntries(Object.entries(all).filter(([name]) => keeps(name)))
}

function valueFor(fact: string, type: string, roll: Dice): Comparable {
  if (type === 'flag') return roll.some(0.5)
  if (type === 'date') return roll.pick(birthdays)
  if (type === 'number' || type === 'amount') {
    if (fact === 'demographic') return roll.pick([0, 3, -2, 2001])
    if (fact.startsWith('score')) return roll.pick([1, 4.235, 3, 50])
    return roll.pick([0, 1, 2, 3, 2.5, 5, 7.5, 12, 25, 36, 50, 90])
  }
  if (fact === 'segment') return roll.pick(['big', 'small', 'none'])
  const texts: Record<string, readonly string[]> = {
    'card.status': ['Activated', 'Expired', 'Suspended', 'Sus'],
    'card.setId': ['cards', 'more', 's'],
    'program.id': ['rewards', 'other'],
    tier: ['silver', 'gold', 'l', 'old'],
    'card.number': ['60', '1', '7'],
    'customer.country': ['US', 'DE', 'E'],
    'customer.language': ['de', 'de-AT', 'e'],
    'customer.affiliatedLocations': ['L1', 'L2', '2'],
  }
  return roll.pick(texts[fact] ?? [...names, 'golf', 'a', '%', '\\', '', 'na'])
}

const none = () => undefined

/** Judges conditions for every card as a rule would, fetching what it asks for. */
async function judgeOf(db: Connection, brand: Brand, now: number) {
  const rows = await sql(
    `select card_number from card where brand_id = $1 and root_id is null
       and status not in ('Inventory', 'Distributed', 'Transfer') order by card_id`,
    [brand.id],
  )
  const views = await findCards(
    db,
    brand.id,
    rows.map((row) => String(row.card_number)),
  )
  const clock = new LocalClock(now, brand.timeZone)
  const fields = new Map(brand.document.demographicFields.map((field) => [field.name, field]))
  const command = { work: { call: { locationId: '' } } } as QueuedCommand
  const fetched: FetchedPasts = new Map([[command, new Map()]])
  const factsOf = ({ card }: CardView) => {
    const past: FetchedPast = fetched.get(command)?.get(card.id) ?? { answers: new Map(), needs: new Map() }
    const call = { ref: '', locationId: '', terminalId: '' }
    const scene = new RunState(
      { trigger: 'segment', callType: 'TRIGGER_ONLY', books: { root: new CardBook(card, now) }, hasReplies: false },
      { brand, call, now, work: unmetered(), clock, past: () => past, budget: none, freeCoupons: none },
    )
    if (past.account) scene.showAccount(past.account)
    return scene.facts
  }
  /** What cards spent in all, exactly, as it was fetched for the conditions so far. */
  const spends = () => {
    const answers = views.map(({ card }) =>
      fetched
        .get(command)
        ?.get(card.id)
        ?.answers.get(needKey({ kind: 'history' })),
    )
    const sums = answers.flatMap((sum) => (typeof sum === 'object' && 'spend' in sum ? [sum.spend] : []))
    return [...new Set(sums.map((sum) => Number(decimalText(sum))))]
  }
  const members = async (condition: Condition, id: string): Promise<CardId[]> => {
    const owner = { brand: brand.id, campaign: segmentOwner(id), fields }
    const check = compileConditions([{ path: 'where', condition }], owner)
    for (;;) {
      const findings = views.map((view) => ({ view, finding: check.judge(factsOf(view)) }))
      const wishes = findings.flatMap(({ view, finding }): FactWish[] =>
        finding.kind === 'needs'
          ? [{ command, need: { kind: 'facts', card: view.card.id, facts: finding.needs } }]
          : [],
      )
      if (wishes.length === 0) {
        const holding = findings.filter(({ finding }) => finding.kind === 'holds')
        return holding.map(({ view }) => view.card.id).toSorted((a, b) => a - b)
      }
      await fetchFacts({ db, brand, now }, wishes, fetched)
    }
  }
  return { members, spends }
}
