import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { BadFile } from '../../server/calls/import/file/bad-file.ts'
import { readRows } from '../../server/calls/import/file/import-rows.ts'
import { openSource } from '../../server/calls/import/file/source-file.ts'
import type { ImportContext } from '../../server/calls/import/kind.ts'
import { kinds } from '../../server/calls/import/kinds/all.ts'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { boundedText } from '../../server/doors/remote/assistant/bounded.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { loadBrandWithoutSecrets } from '../../server/storage/brand-store/load-brand.ts'
import { growthOf } from '../support/growth.ts'
import { moreHostileTexts } from '../support/hostile-texts.ts'
import { fileOf } from '../support/import-room.ts'
import { openShop, testDatabase, testKey, times } from '../support/shop.ts'

const endless = Number.POSITIVE_INFINITY

async function importContext(): Promise<ImportContext> {
  const shop = await openShop()
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  const brand = await loadBrandWithoutSecrets(pool, shop.id).finally(() => pool.close())
  assert.ok(brand)
  return {
    brand,
    pins: new PinKeeper(testKey, randomBytes),
    random: randomBytes,
    reading: { map: new Map(), fixed: new Map(), decimalMark: '.', dateOrder: 'ymd', words: new Map() },
    actor: { kind: 'commandLine', name: 'ana' },
    overwrites: false,
    loadsAgain: false,
    takesSeveral: false,
  }
}

/** A command has its thread to itself, so that only the growth counts. */
test('files to import are read in proportion to their length, whatever they say', async (t) => {
  const context = await importContext()
  const long: string[] = []
  // Of all kinds they have the most columns, and the most that can be wrong with each.
  for (const kind of kinds.filter(({ name }) => name === 'customers')) {
    const names = kind.columns(context.brand).map(({ name }) => name)
    const read = async (text: string) => {
      const source = await openSource(fileOf(text))
      try {
        for await (const row of readRows(source, kind, context)) for (const name of names) row.show(name)
      } catch (error) {
        if (!(error instanceof BadFile)) throw error
      } finally {
        await source.close()
      }
    }
    for (const text of moreHostileTexts)
      for (const header of [`${names.join(',')}\n`, '']) {
        const how = { sizeMax: 40_000, msMax: endless, read }
        const line = await growthOf((characters) => `${header}${text.of(characters)}`, how)
        if (line !== undefined) long.push(`${kind.name}, ${text.name}${header === '' ? ' as header' : ''}: ${line}`)
      }
  }
  t.diagnostic(`${moreHostileTexts.length} texts`)
  assert.deepEqual(long, [])
})

/** What a server answers to a tool, which is cut to what an assistant reads. */
const answers: readonly (readonly [string, (size: number) => Record<string, unknown>])[] = [
  ['a list', (size) => ({ cards: times(Math.ceil(size), (n) => ({ n, text: 'x'.repeat(50) })) })],
  ['lists in a list', (size) => ({ cards: times(Math.ceil(size / 10), () => ({ lots: times(10, (n) => ({ n })) })) })],
  ['many lists', (size) => Object.fromEntries(times(Math.ceil(size / 4), (n) => [`k${n}`, times(4, () => 'x')]))],
  ['a deep answer', (size) => times(Math.ceil(size / 100), (n) => n).reduce((inner) => ({ inner }), {})],
  ['long texts', (size) => ({ texts: times(20, () => 'x'.repeat(size)) })],
]

for (const [name, make] of answers)
  test(`an answer with ${name} is cut for an assistant in proportion to its size`, async () => {
    assert.equal(
      await growthOf(make, { sizeMax: 16_000, msMax: endless, read: (answer) => boundedText(answer) }),
      undefined,
    )
  })
