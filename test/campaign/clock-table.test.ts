import assert from 'node:assert/strict'
import test from 'node:test'
import { type Clocked, clockFor, clocks } from '../../server/domain/brand/rules/clocks.ts'
import { LocalClock } from '../../server/domain/campaign/clock.ts'
import { homeZone, homeZones } from '../../server/domain/campaign/home-zone.ts'

const clock = new LocalClock(Date.parse('2026-07-14T05:30:00Z'), 'America/New_York')
const [wall, home] = [clock.in('America/Los_Angeles'), clock.in('Europe/Berlin')]
const due = new LocalClock(clock.now - 3_600_000, 'Europe/Berlin')

test('each thing has the clock that the table says, and the brand’s where there is no place and no home', () => {
  for (const thing of Object.keys(clocks) as Clocked[]) {
    const expected = { location: wall, home, brand: clock }[clocks[thing]]
    assert.equal(clockFor(thing, { clock, wall, home }), expected, thing)
    assert.equal(clockFor(thing, { clock }), clock, thing)
  }
  assert.equal(clockFor('window', { clock, due, home }), due, 'a date rule is judged by when it was due')
})

test('every card has its home in exactly one time zone of the brand', () => {
  const place = (id: string, timeZone?: string) => [id, { id, ...(timeZone && { timeZone }) }] as const
  const zones = { L1: undefined, LAX: 'America/Los_Angeles', SFO: 'America/Los_Angeles', BER: 'Europe/Berlin' }
  const locations = new Map(Object.entries(zones).map(([id, zone]) => place(id, zone)))
  const pastLocations = new Map([place('CLOSED', 'Europe/Berlin'), place('OLD', 'Asia/Tokyo')])
  const brand = { timeZone: 'America/New_York', locations, pastLocations } as unknown as Parameters<typeof homeZones>[0]
  const homes = homeZones(brand)
  assert.deepEqual(
    homes.map(({ timeZone }) => timeZone),
    ['America/New_York', 'America/Los_Angeles', 'Europe/Berlin', 'Asia/Tokyo'],
  )
  for (const owningLocation of [...locations.keys(), 'CLOSED', 'OLD', 'UNKNOWN', undefined]) {
    const id = owningLocation ?? ''
    const own = homes.filter(({ cards }) => ('of' in cards ? cards.of.includes(id) : !cards.notOf.includes(id)))
    const expected = homeZone(brand, owningLocation === undefined ? {} : { owningLocation })
    assert.deepEqual(
      own.map(({ timeZone }) => timeZone),
      [expected],
    )
  }
})
