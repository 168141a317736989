import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stringify } from 'yaml'
import { entriesOf, type FileData, isListSection, keyOf } from '../../server/domain/brand/edits.ts'
import { type LiveBrand, placeEntries, readInLive } from '../../server/domain/brand/entries/check-entries.ts'
import {
  type DraftSection,
  draftSections,
  type EntryFault,
  type EntryText,
  readEntryTexts,
  withEntries,
} from '../../server/domain/brand/entries/entry-text.ts'
import { toEntryFaults } from '../../server/domain/brand/entries/fault-owner.ts'
import { readInSteps } from '../../server/domain/brand/read-brand-file.ts'
import { allSteps } from '../../server/ground/kernel/steps.ts'
import { demoFile, liveBrandOf } from '../support/draft-brand.ts'
import { placedMessage } from '../support/told-fault.ts'

type Random = () => number

/** The same numbers each time, so that a difference can be found again by its seed. */
function randomFrom(seed: number): Random {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0
    return state / 2 ** 32
  }
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

const wrongValues = [null, 'nonsense', 7, -1, 0.12345, true, [], {}, ['x'], '2026-01-01 00:00:00', 'gold', 'ESP', '']

/** A copy in which something, somewhere, was changed. */
function broken(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0) return [pick(random, wrongValues)]
    const at = Math.floor(random() * value.length)
    if (random() < 0.15) return value.toSpliced(at, 1)
    if (random() < 0.15) return [...value, value[at]]
    return value.with(at, broken(value[at], random))
  }
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value)
    const key = pick(random, keys)
    if (key === undefined || random() < 0.05) return { ...value, [pick(random, ['colour', 'nmae', 'times'])]: 1 }
    const { [key]: old, ...others } = value as Record<string, unknown>
    if (random() < 0.15) return others
    return { ...value, [key]: broken(old, random) }
  }
  if (typeof value === 'string' && random() < 0.5) return `${value}${pick(random, ['x', '2', ''])}`
  return pick(random, wrongValues)
}

function brokenEntries(file: FileData, random: Random, sections: readonly DraftSection[] = draftSections): EntryText[] {
  const count = 1 + Math.floor(random() * 3)
  const found = new Map<string, EntryText>()
  for (let made = 0; made < count; made += 1) {
    const section = pick(random, sections)
    if (!isListSection(section)) continue
    const entry = pick(random, entriesOf(file, section))
    if (entry === undefined) continue
    const isNew = random() < 0.2
    const key = isNew ? `new-${made}` : String(keyOf(entry, section))
    const named = { ...(entry as object), ...(isNew && { [nameIn(section)]: key }) }
    const changed = random() < 0.1 ? named : { ...(broken(named, random) as object), [nameIn(section)]: key }
    const text = random() < 0.1 ? undefined : `# By hand\n${stringify(changed)}`
    found.set(`${section} ${key}`, { section, key, text })
  }
  return [...found.values()]
}

const nameIn = (section: string) =>
  ({ products: 'sku', demographicFields: 'name', subscriptionLists: 'uuid', eventTypes: 'categoryId' })[section] ?? 'id'

function byBothWays(live: LiveBrand, texts: readonly EntryText[]) {
  const read = readEntryTexts(texts)
  const fast = allSteps(readInLive(live, read)).finish(() => false)
  if (read.faults.length > 0)
    return { fast: fast.faults.slice(0, read.faults.length), whole: read.faults, warnings: [] }
  const text = withEntries(live.names.file, read.entries)
  const reading = allSteps(readInSteps(text))
  const whole = reading.finish(() => reading.brandId === undefined)
  const placed = placeEntries(text.data, read.entries)
  const faults = toEntryFaults(placed, whole.faults)
  return { fast: fast.faults, whole: faults, warnings: [fast.warnings, toEntryFaults(placed, whole.warnings)] }
}

const shown = (faults: readonly EntryFault[], texts: readonly EntryText[]) =>
  faults
    .filter(({ section, key }) => texts.some((one) => one.section === section && one.key === key))
    .map((fault) => [fault.section, fault.key, fault.line, fault.column, placedMessage(fault)].join(' | '))
    .toSorted()

test('single entries have the faults that the whole file would have there', async () => {
  const live = await liveBrandOf(await demoFile())
  let faulty = 0
  for (let seed = 1; seed <= 300; seed += 1) {
    const texts = brokenEntries(live.file, randomFrom(seed))
    const { fast, whole, warnings } = byBothWays(live, texts)
    assert.deepEqual(
      shown(fast, texts),
      shown(whole, texts),
      `seed ${seed}\n${texts.map(({ text }) => text).join('---\n')}`,
    )
    const [ours = [], all = []] = warnings
    assert.deepEqual(shown(ours, texts), shown(all, texts), `warnings of seed ${seed}`)
    if (whole.length > 0) faulty += 1
  }
  assert.ok(faulty > 150, `${faulty} were faulty`)
})

test('entries that others only name: removing and renaming them shows wherever they are named', async () => {
  const live = await liveBrandOf(await demoFile())
  const sections = ['campaigns', 'segments', 'products', 'groups', 'eventTypes'] as const
  const all = (faults: readonly EntryFault[]) =>
    faults.map((fault) => [fault.section, fault.key, fault.line, placedMessage(fault)].join(' | ')).toSorted()
  let elsewhere = 0
  for (let seed = 1; seed <= 250; seed += 1) {
    const random = randomFrom(seed)
    const texts = brokenEntries(live.file, random, sections).map((one) =>
      random() < 0.5 ? { section: one.section, key: one.key } : one,
    )
    const { fast, whole } = byBothWays(live, texts)
    assert.deepEqual(all(fast), all(whole), `seed ${seed}`)
    if (whole.some(({ line }) => line === undefined)) elsewhere += 1
  }
  assert.ok(elsewhere > 20, `${elsewhere} had faults elsewhere`)
})

test('a key stroke is checked at once in a brand of a thousand rules and ten thousand products', async () => {
  const live = await liveBrandOf(await largeFile())
  const [first] = entriesOf(live.file, 'campaigns') as [{ readonly id: string }]
  const typed = stringify({
    ...first,
    name: 'Typing',
    when: [{ fact: 'products.quantity', where: { sku: ['SKU-77x7', 'unknown'] }, op: '>=', value: 1 }],
  })
  const texts = [{ section: 'campaigns', key: first.id, text: typed }] as const
  const { warnings } = byBothWays(live, texts)
  assert.equal(warnings[0]?.length, 2)
  // By the processor's time, and the fastest: the machine may be busy with other tests, which make each other slower.
  const took = Array.from({ length: 9 }, () => {
    const began = process.cpuUsage()
    allSteps(readInLive(live, readEntryTexts(texts))).finish(() => false)
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  }).toSorted((a, b) => a - b)
  assert.ok((took[0] ?? 0) < 100, `took ${took.map((ms) => ms.toFixed(1)).join(', ')} ms`)
})

async function largeFile(): Promise<object> {
  // Its rewards to choose are rules of campaigns that are not in this one.
  const { member: _, ...file } = (await liveBrandOf(await demoFile())).file as Record<string, unknown>
  const [campaign] = entriesOf(file, 'campaigns') as [{ readonly rules: readonly object[] }]
  const [rule] = campaign.rules
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
  return {
    ...file,
    products: numbers(10_000).map((n) => ({
      sku: `SKU-${n}`,
      name: `Product ${n}`,
      categories: [`category-${n % 100}`],
    })),
    campaigns: numbers(200).map((n) => ({
      ...campaign,
      id: `campaign-${n}`,
      rules: numbers(5).map((m) => ({ ...rule, id: `rule-${m}` })),
    })),
  }
}
