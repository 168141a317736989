import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { faultOf } from '../../server/domain/brand/faults/fault.ts'
import { locateIn } from '../../server/domain/brand/read-brand-file.ts'
import { type ParsedText, parseText } from '../../server/domain/brand/reading/parse-text.ts'
import { FileReading, Place } from '../../server/domain/brand/reading/place.ts'
import { TooManyReads } from '../../server/ground/database/read-share.ts'
import { allSteps } from '../../server/ground/kernel/steps.ts'
import { SideThread, TookTooMuch } from '../../server/ground/waiting/side-thread.ts'
import { fileText } from '../../server/storage/brand-store/texts/file-text.ts'
import { readText, writeText } from '../../server/storage/brand-store/texts/text-room.ts'
import { turnsDuring } from '../support/thread-turns.ts'
import { messageOf, placedMessage } from '../support/told-fault.ts'

const demo = readFileSync(new URL('../../demo/harbor-coffee.yaml', import.meta.url), 'utf8')

const placesOf = ({ data, marks }: ParsedText) => {
  const root = new Place(new FileReading(data, marks))
  const paths = ['brand.name', 'programs[0].id', 'campaigns[0].rules[0].then', 'products[3].sku', 'nowhere']
  return paths.map((path) => locateIn(root, { path, ...faultOf('notPng') }))
}

test('a long text is read by a thread of its own, with the same data, faults and lines', async () => {
  assert.ok(demo.length > 12 * 1024)
  const [here, there] = [allSteps(parseText(demo)), await readText('b', demo)]
  assert.deepEqual(there.data, here.data)
  assert.deepEqual(placesOf(there), placesOf(here))
  const broken = `${demo}\nlast: [`
  assert.deepEqual((await readText('b', broken)).faults, allSteps(parseText(broken)).faults)
  const twice = `10: a\n9: b\n${demo}`
  assert.deepEqual((await readText('b', twice)).data, allSteps(parseText(twice)).data)
})

test('a long file is written there, too', async () => {
  const file = Object(allSteps(parseText(demo)).data)
  assert.equal(await writeText('b', file), fileText(file))
})

test('brackets without end do not hold the thread', async () => {
  const { longestMs } = await turnsDuring(async () => {
    const { faults } = await readText('b', '['.repeat(400_000))
    assert.equal(faults.length, 1)
  })
  assert.ok(longestMs < 100, `${longestMs} ms`)
})

test('a brand that asks for much waits for itself, and is turned away beyond that; others have their turn', async () => {
  const long = 'a: b\n'.repeat(4000)
  const order: string[] = []
  const ask = (brand: string) => readText(brand, long).then(() => order.push(brand))
  const first = Array.from({ length: 9 }, () => ask('much'))
  const other = ask('other')
  await assert.rejects(readText('much', long), TooManyReads)
  await Promise.all([...first, other])
  assert.ok(order.indexOf('other') <= 2, order.join())
})

test('work that takes too long is ended, and what comes after it is done', async () => {
  const module = new URL('../support/slow-thread.ts', import.meta.url)
  const bounds = { idleMs: 1000, waitingMax: 10, waitingOfOneMax: 10, pieceMsMax: 3000, heapMbMax: 64 }
  const thread = new SideThread<number, string>({ module, ...bounds })
  const [slow, quick] = await Promise.allSettled([thread.run('a', Number.POSITIVE_INFINITY), thread.run('a', 1)])
  assert.ok(slow.status === 'rejected' && slow.reason instanceof TookTooMuch)
  assert.deepEqual(quick, { status: 'fulfilled', value: 'counted to 1' })
  await assert.rejects(thread.run('a', -1), /cannot count to -1/)
})

test('whoever waits for less than a text takes is told so, and nothing more is done for them', async () => {
  const long = Array.from({ length: 8_000 }, (_, index) => `- id: e${index}\n  name: n\n`).join('')
  const patient = readText('patient', long)
  await assert.rejects(readText('hurried', long, 5), TooManyReads)
  assert.deepEqual((await patient).faults, [])
  const { faults } = await readText('hurried', long, 5)
  assert.match(faults.map(messageOf).join(), /^takes too long to read/)
  assert.deepEqual((await readText('patient', long)).faults, [])
})

test('an object with more keys than any brand has is refused before the rest is read', async () => {
  const keys = Array.from({ length: 10_001 }, (_, index) => `k${index}`)
  const texts = [
    keys.map((key) => `${key}: v`).join('\n'),
    JSON.stringify(Object.fromEntries(keys.map((k) => [k, 'v'.repeat(9)]))),
  ]
  for (const text of texts) {
    const { faults } = await readText('b', text)
    assert.deepEqual(faults.map(placedMessage), ['k10000: is one key too many: an object has at most 10,000 keys'])
  }
  assert.deepEqual(
    (
      await readText(
        'b',
        keys
          .slice(1)
          .map((key) => `${key}: v`)
          .join('\n'),
      )
    ).faults,
    [],
  )
})

test('brackets that are never closed are refused at once, also with something between them', () => {
  for (const piece of ['[a, ', '{a: ', '[ {', '[[']) {
    const { faults } = allSteps(parseText(`a: ${piece.repeat(100_000)}`))
    assert.deepEqual(faults.map(messageOf), ['is nested more than 64 levels deep'])
  }
  const harmless = [`a: |\n${'  [x\n'.repeat(200)}`, `a: "${'[x] '.repeat(200)}"`, `a: [${'[x], '.repeat(200)}]`]
  for (const text of harmless) assert.deepEqual(allSteps(parseText(text)).faults, [])
})
