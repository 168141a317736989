import assert from 'node:assert/strict'
import test from 'node:test'
import { PureTill } from '../../bench/pure-till.ts'
import type { CallFacts } from '../../server/domain/campaign/call-facts.ts'
import { LocalClock } from '../../server/domain/campaign/clock.ts'
import { firingsOf } from '../../server/domain/campaign/limits.ts'
import { firedIn } from '../support/fired-rules.ts'

const zones = {
  nyc: 'America/New_York',
  lax: 'America/Los_Angeles',
  phx: 'America/Phoenix',
  ber: 'Europe/Berlin',
} as const
type Place = keyof typeof zones
const places = Object.keys(zones) as Place[]

/** The wall clock of a zone by other means than the server's. */
function wall(now: number, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(now)
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? ''
  return {
    weekday: part('weekday').toLowerCase(),
    date: `${part('year')}-${part('month')}-${part('day')}`,
    day: Number(part('day')),
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  }
}

type Wall = ReturnType<typeof wall>
const points = [{ issue: { balanceType: 'Points', amount: 1 } }]

const rules: readonly { readonly rule: object; readonly holds: (at: Wall) => boolean }[] = [
  {
    rule: { id: 'happy', window: { from: '16:00', to: '18:00' } },
    holds: ({ minutes }) => minutes >= 960 && minutes < 1080,
  },
  {
    rule: { id: 'night', window: { days: ['sat'], from: '22:00', to: '02:30' } },
    holds: ({ weekday, minutes }) => (weekday === 'sat' && minutes >= 1320) || (weekday === 'sun' && minutes < 150),
  },
  {
    rule: { id: 'sunday', when: [{ fact: 'request.dayOfWeek', op: '=', value: 'sun' }] },
    holds: ({ weekday }) => weekday === 'sun',
  },
  {
    rule: { id: 'morning', when: [{ fact: 'request.hour', op: '<', value: 3 }] },
    holds: ({ minutes }) => minutes < 180,
  },
  {
    rule: { id: 'first', when: [{ fact: 'request.dayOfMonth', op: '=', value: 1 }] },
    holds: ({ day }) => day === 1,
  },
  {
    rule: { id: 'date', when: [{ fact: 'request.date', op: 'in', value: ['2026-03-08', '2026-11-01', '2026-10-25'] }] },
    holds: ({ date }) => ['2026-03-08', '2026-11-01', '2026-10-25'].includes(date),
  },
]

/** Some days around each change of clocks, in America and in Europe, every half an hour. */
const changes = ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01']
const moments = changes.flatMap((day) =>
  Array.from({ length: 130 }, (_, index) => Date.parse(`${day}T00:00:00Z`) - 86_400_000 + index * 1_800_000 + 60_000),
)

test('rules of a chain with four clocks fire by the clock of the store, over both changes of clocks', async () => {
  const locations = places.map((id) => ({ id, name: id, timeZone: zones[id], terminals: ['T1'] }))
  const campaign = {
    id: 'c',
    name: 'C',
    rules: rules.map(({ rule }) => ({ trigger: 'checkout', ...rule, then: points })),
  }
  const till = await PureTill.open(0, [campaign], { products: [], locations })
  const product = { sku: 'A', unitPrice: { units: 100, scale: 2 }, amountPurchased: { units: 1, scale: 0 } }
  let calls = 0
  for (const now of moments) {
    for (const locationId of places) {
      const trace = till.evaluate(till.basketOf([product]), new Map(), { now, locationId })
      const at = wall(now, zones[locationId])
      const expected = rules.filter(({ holds }) => holds(at)).map(({ rule }) => `c/${(rule as { id: string }).id}`)
      const fired = firedIn(trace).filter((id) => id.startsWith('c/'))
      assert.deepEqual(fired, expected, `${locationId} at ${new Date(now).toISOString()}`)
      calls += 1
    }
  }
  assert.ok(calls >= 2000, `${calls} calls`)
})

test('a day of a limit per location or terminal begins with the day there, that of all others with the brand’s', () => {
  const clock = new LocalClock(Date.parse('2026-07-14T05:30:00Z'), 'America/New_York')
  const place = {
    clock,
    wall: clock.in('America/Los_Angeles'),
    location: { id: 'lax' },
    terminal: 'T1',
    code: 'x',
    childId: 7,
    rootId: 3,
    employee: 'E1',
    device: 'mark',
  }
  const sinceOf = (
    per: 'location' | 'terminal' | 'employee' | 'card' | 'child' | 'customer' | 'device' | 'code' | 'brand',
  ) => {
    const facts = { ...place, card: { id: 3 } } as unknown as CallFacts
    const need = firingsOf('c/r', { times: 1, per, every: 'day' }, facts)
    return need?.kind === 'counter' ? need.since : undefined
  }
  const [there, here] = [Date.parse('2026-07-13T07:00:00Z'), Date.parse('2026-07-14T04:00:00Z')]
  assert.deepEqual([sinceOf('location'), sinceOf('terminal'), sinceOf('employee')], [there, there, there])
  assert.deepEqual([sinceOf('customer'), sinceOf('device')], [here, here])
  assert.deepEqual([sinceOf('card'), sinceOf('child'), sinceOf('code'), sinceOf('brand')], [here, here, here, here])
})
