import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { before, test } from 'node:test'
import { migrate } from '../../server/ground/database/migrate.ts'
import { BackupFile } from '../../server/storage/backup/backup-file.ts'
import { DamagedBackup } from '../../server/storage/backup/backup-format.ts'
import { BackupKey } from '../../server/storage/backup/backup-key.ts'
import { writeBackup } from '../../server/storage/backup/backup-writer.ts'
import { checkBackup } from '../../server/storage/backup/check-backup.ts'
import { type FillOptions, fillDatabase } from '../../server/storage/backup/fill-database.ts'
import { NewFile } from '../../server/storage/backup/new-file.ts'
import { type TableMeasure, takeMeasured } from '../../server/storage/backup/row-measure.ts'
import type { OnProgress, RowSource, SourceContent, TakeRows } from '../../server/storage/backup/row-source.ts'
import { inReferenceOrder } from '../../server/storage/backup/table-order.ts'
import {
  askAt,
  backupKeyOf,
  derivedFrom,
  newDatabase,
  newFolder,
  noProgress,
  run,
  writeBackupOf,
} from '../support/backup-room.ts'

const folder = newFolder()
const whole = join(folder, 'whole.tar')
const secret = randomBytes(32)
const key = backupKeyOf(secret)
const quiet = () => undefined

before(async () => {
  const url = await newDatabase()
  await migrate(url, quiet)
  await askAt(url, `insert into brand (brand_id, name, document) values ('b', 'B', '{}')`)
  await askAt(
    url,
    `insert into job_mark (brand_id, job, mark) select 'b', n::text, repeat('x', 50) from generate_series(1, 999) n`,
  )
  await writeBackupOf(url, whole, key)
})

test('a backup of which the end is missing is recognised, wherever it ends', async () => {
  const { length } = readFileSync(whole)
  const part = join(folder, 'part.tar')
  for (const size of [0, 1, 511, 512, 700, 20_000, length - 3000, length - 1024, length - 1]) {
    cpSync(whole, part)
    truncateSync(part, size)
    await assert.rejects(checkBackup(part, key, noProgress), DamagedBackup, `${size} of ${length} bytes`)
  }
})

test('a single bit that is not as it was written is recognised, wherever it is', async () => {
  const bytes = readFileSync(whole)
  const damaged = join(folder, 'damaged.tar')
  const step = Math.floor(bytes.length / 150)
  for (let at = 0; at < bytes.length; at += step) {
    const other = Buffer.from(bytes)
    other[at] = (bytes[at] ?? 0) ^ (1 << (at % 8))
    writeFileSync(damaged, other)
    await assert.rejects(checkBackup(damaged, undefined, noProgress), DamagedBackup, `byte ${at} of ${bytes.length}`)
  }
  // The end of the first header's own sum, which does not count in it.
  for (const at of [154, 155]) {
    const other = Buffer.from(bytes)
    other[at] = (bytes[at] ?? 0) ^ 4
    writeFileSync(damaged, other)
    await assert.rejects(checkBackup(damaged, undefined, noProgress), DamagedBackup, `byte ${at}`)
  }
  // A bit that means nothing to a decompressor.
  const idle = Buffer.from(bytes)
  const frame = bytes.indexOf(Buffer.from('28b52ffd', 'hex'))
  idle[frame + 4] = (bytes[frame + 4] ?? 0) ^ 0x10
  writeFileSync(damaged, idle)
  await assert.rejects(checkBackup(damaged, undefined, noProgress), DamagedBackup)
  writeFileSync(damaged, Buffer.concat([bytes, Buffer.of(0)]))
  await assert.rejects(checkBackup(damaged, key, noProgress), /something follows its end/)
  await checkBackup(whole, key, noProgress)
})

test('the commands say so, and restore nothing of it', async () => {
  const half = join(folder, 'half.tar')
  writeFileSync(half, readFileSync(whole).subarray(0, 30_000))
  const checked = await run(['backup', 'check', half])
  assert.equal(checked.status, 1)
  assert.match(checked.output, /is not whole: the file ends early\.\nUse another backup/)
  const empty = await newDatabase()
  assert.equal((await run(['restore', half, '--database', empty])).status, 1)
  assert.deepEqual(await askAt(empty, `select relname from pg_class where relnamespace = 'public'::regnamespace`), [])
  assert.match((await run(['backup', 'check', join(folder, 'none.tar')])).output, /There is no file/)
  writeFileSync(half, 'x'.repeat(5000))
  assert.match((await run(['backup', 'check', half])).output, /This is no backup of Purser/)
})

test('whoever changes a backup without the secret key and mends its checksums is found out by the key', async () => {
  const forged = join(folder, 'forged.tar')
  const url = await newDatabase()
  await migrate(url, quiet)
  const others = backupKeyOf(randomBytes(32))
  const forger = { fingerprint: (id: string) => key.fingerprint(id), sign: (text: Buffer) => others.sign(text) }
  await writeBackupOf(url, forged, forger as BackupKey)
  await checkBackup(forged, undefined, noProgress)
  await assert.rejects(checkBackup(forged, key, noProgress), /changed by somebody without the secret key/)
})

test('while the secret key is being replaced, the older one recognises its backups', async () => {
  const secret = randomBytes(32)
  const path = join(folder, 'older.tar')
  const url = await newDatabase()
  await migrate(url, quiet)
  await writeBackupOf(url, path, backupKeyOf(secret))
  const both = new BackupKey(derivedFrom(randomBytes(32)), [backupKeyOf(secret)])
  assert.equal((await checkBackup(path, both, noProgress)).keyStanding, 'same')
  assert.equal((await checkBackup(path, backupKeyOf(randomBytes(32)), noProgress)).keyStanding, 'other')
})

const options: FillOptions = {
  id: '00000000-0000-4000-8000-000000000000',
  place: 'a test',
  log: quiet,
  progress: noProgress,
  compares: quiet,
}

const restore = (url: string, path: string, migrations: string) =>
  BackupFile.with(path, undefined, (source) => fillDatabase(url, source, { ...options, migrations }))

test('a backup of an earlier schema is restored as it was, and then brought up to date', async () => {
  const later = join(newFolder(), 'migrations')
  cpSync(join(import.meta.dirname, '../../server/ground/database/migrations'), later, { recursive: true })
  writeFileSync(
    join(later, '9001-later.sql'),
    `-- expand: what a later version adds
     create table later (brand_id text primary key references brand);
     insert into later select brand_id from brand;
     alter table job_mark add column later text not null default 'added'`,
  )
  const url = await newDatabase()
  await restore(url, whole, later)
  assert.deepEqual(await askAt(url, 'select brand_id from later'), [{ brand_id: 'b' }])
  assert.deepEqual(await askAt(url, 'select later, count(*)::integer as count from job_mark group by 1'), [
    { later: 'added', count: 999 },
  ])

  await askAt(url, 'drop table purser_mark')
  const newer = join(folder, 'newer.tar')
  await writeBackupOf(url, newer)
  const empty = await newDatabase()
  const refused = await run(['restore', newer, '--database', empty])
  assert.equal(refused.status, 1)
  assert.match(
    refused.output,
    /taken by Purser 0\.0\.0\. The backup has migration 9001-later\.sql, which this Purser does not know\. Use a newer Purser/,
  )
  assert.deepEqual(await askAt(empty, `select relname from pg_class where relnamespace = 'public'::regnamespace`), [])
})

test('a row that the database refuses ends the restore, which says why', async () => {
  const path = join(folder, 'refused.tar')
  await NewFile.with(path, (file) =>
    BackupFile.with(whole, undefined, (backup) =>
      writeBackup(file, new SpoiltRows(backup), { purser: '0.0.0', key: undefined, progress: noProgress }),
    ),
  )
  const { status, output } = await run(['restore', path, '--database', await newDatabase()])
  assert.equal(status, 1)
  assert.match(output, /missing data for column "name"|duplicate key/)
})

/** The rows of a backup, with half a row more of its brand. */
class SpoiltRows implements RowSource {
  readonly head: RowSource['head']
  private readonly source: RowSource

  constructor(source: RowSource) {
    this.source = source
    this.head = source.head
  }

  async feed(take: TakeRows, progress: OnProgress): Promise<SourceContent> {
    const measures = new Map<string, TableMeasure>()
    const content = await this.source.feed(async (table, rows) => {
      const more = table.name === 'brand' ? ['half\n'] : []
      const all = Readable.from(chain(rows, more), { objectMode: false })
      measures.set(table.name, await takeMeasured(all, (measured) => take(table, measured), noProgress))
    }, progress)
    return { ...content, measures }
  }
}

async function* chain(rows: AsyncIterable<Buffer>, more: readonly string[]): AsyncGenerator<Buffer> {
  yield* rows
  for (const row of more) yield Buffer.from(row)
}

test('tables come after those that they refer to, and a circle is named', () => {
  const tables = ['lot', 'card', 'brand', 'event'].map((name) => ({ name }))
  const references = [
    { table: 'lot', references: 'card' },
    { table: 'card', references: 'card' },
    { table: 'card', references: 'brand' },
  ]
  const names = inReferenceOrder(tables, references).map(({ name }) => name)
  assert.deepEqual(names, ['brand', 'card', 'event', 'lot'])
  assert.throws(
    () => inReferenceOrder(tables, [...references, { table: 'brand', references: 'lot' }]),
    /circle: brand, card, lot/,
  )
})
