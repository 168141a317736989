import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { BadFile } from '../../../calls/import/file/bad-file.ts'
import type { Reading } from '../../../calls/import/file/header.ts'
import { readMapping } from '../../../calls/import/file/mapping.ts'
import { openSource } from '../../../calls/import/file/source-file.ts'
import { type Imported, importFile } from '../../../calls/import/import-file.ts'
import { type KindName, kindNames } from '../../../calls/import/kind.ts'
import { findKind } from '../../../calls/import/kinds/all.ts'
import { dateOrders } from '../../../calls/import/values/written-date.ts'
import { Connection } from '../../../ground/database/connection.ts'
import { inBulk } from '../../../storage/brand-store/stock/make-stock.ts'
import type { Config } from '../../configuration/config.ts'
import type { DatabaseContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { openPins } from '../keys/open-pins.ts'
import { namedOrOnlyBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'
import { inThousands } from '../storage/copy-progress.ts'
import { FaultLog } from './import-faults.ts'
import { importProgress } from './import-progress.ts'
import { reportLines } from './import-report.ts'

/** A batch is short. On a busy machine it may take a while all the same. */
const batchMs = 120_000

/** Checks a file and loads it: cards, customers, balances, levels, coupons or products. */
export async function importCommand(
  kindName: string,
  { brandId, path }: { readonly brandId?: string; readonly path: string },
  context: DatabaseContext,
): Promise<void> {
  const { url, config, operator } = context
  const kind = findKind(kindName)
  if (!kind) throw new CommandFailed([`There is no import "${kindName}": choose ${kindNames.join(', ')}.`])
  const { brand, pins } = await withPool(url, async (pool) => ({
    brand: await namedOrOnlyBrand(pool, brandId),
    pins: await openPins(pool, config),
  }))
  const { skipsBadRows, loadsAgain, takesSeveral, shown, faultsFile } = config.importFlags
  await tellingFaults(async () => {
    const reading = await readingOf(config, kind.name)
    const source = await openSource(path)
    const faults = await FaultLog.open(faultsFile, shown)
    const db = await Connection.open({ url, name: 'purser import', statementTimeoutMs: batchMs, lockTimeoutMs: 2000 })
    const progress = importProgress()
    try {
      const overwrites = config.brandFlags.overwrite
      const random = inBulk(randomBytes)
      const imported = await importFile(db, {
        source,
        kind,
        context: { brand, pins, random, reading, actor: operator, overwrites, loadsAgain, takesSeveral },
        isDryRun: config.dryRun,
        skipsBadRows,
        onFault: (fault) => faults.add(fault),
        onProgress: progress.tell,
      })
      progress.end()
      await faults.close()
      await conclude(imported, faults, { db, brandId: brand.id, path })
    } finally {
      progress.end()
      await Promise.allSettled([faults.close(), source.close(), db.close()])
    }
  })
}

interface Concluding {
  readonly db: Connection
  readonly brandId: string
  readonly path: string
}

async function conclude(imported: Imported, faults: FaultLog, { db, brandId, path }: Concluding): Promise<void> {
  print(...faults.lines())
  switch (imported.outcome) {
    case 'before': {
      print(`${path} was imported before, as ${imported.run.id}: nothing was done.`)
      return sayReport(await reportLines(db, brandId, imported.run))
    }
    case 'refused':
      throw new CommandFailed([
        `${inThousands(imported.checked.badRows.size)} of ${inThousands(imported.checked.rows)} rows are bad, and nothing was imported.`,
        'Mend the file and run this again, or load the good rows with --skip-bad-rows.',
      ])
    case 'tried': {
      const { rows, newRows, sameRows, badRows } = imported.checked
      print(`Dry run of ${path}: ${inThousands(rows)} rows; nothing was changed.`)
      if (imported.run)
        print(`${inThousands(imported.run.rowsDone)} rows are loaded already (import ${imported.run.id}).`)
      print(
        `${inThousands(newRows)} would be written, ${inThousands(sameRows)} need nothing, ${inThousands(badRows.size)} are bad.`,
      )
      if (badRows.size > 0) throw new CommandFailed([])
      return
    }
    case 'loaded': {
      if (imported.resumedAt > 0) print(`Went on after row ${inThousands(imported.resumedAt)}.`)
      sayReport(await reportLines(db, brandId, imported.run))
      if (imported.lateFaults > 0)
        throw new CommandFailed([
          `${inThousands(imported.lateFaults)} rows became bad while the file was loaded, because something else changed them. They were skipped.`,
        ])
    }
  }
}

function sayReport({ lines, isEqual }: { readonly lines: readonly string[]; readonly isEqual: boolean }): void {
  print(...lines)
  if (!isEqual)
    throw new CommandFailed(['The ledger is not what the file says: look at it before anything else is done.'])
}

/** What the mapping file says; flags add to it, and count where both say something. */
async function readingOf({ importFlags: flags }: Config, kind: KindName): Promise<Reading> {
  const mapping = flags.mapping === undefined ? undefined : await readMappingFile(flags.mapping, kind)
  const mark = flags.decimal ?? mapping?.decimal ?? 'point'
  const sayer = (key: 'decimal' | 'dates') =>
    flags[key] === undefined && mapping ? `${mapping.at}.${key}` : `--${key}`
  if (mark !== 'point' && mark !== 'comma')
    throw new CommandFailed([`${sayer('decimal')} is point or comma, and not "${mark}".`])
  const dates = flags.dates ?? mapping?.dates ?? 'ymd'
  const dateOrder = dateOrders.find((order) => order === dates)
  if (!dateOrder) throw new CommandFailed([`${sayer('dates')} is ${dateOrders.join(', ')}, and not "${dates}".`])
  const [map, set] = [pairsOf('map', flags.map), pairsOf('set', flags.set)]
  const words = pairsOf('word', flags.word).map(toWord)
  return {
    map: new Map([...(mapping?.columns ?? []), ...map].map(([theirs, ours]) => [theirs.toLowerCase(), ours] as const)),
    ...(mapping?.leavesOthers && { isMapAll: true }),
    fixed: new Map([...(mapping?.fixed ?? []), ...set]),
    decimalMark: mark === 'point' ? '.' : ',',
    dateOrder,
    words: wordsOf([...(mapping?.words ?? []), ...words]),
    ...(mapping && {
      mapped: {
        at: mapping.at,
        columns: namesBeside(mapping.columns, map, lowerCase),
        set: namesBeside(mapping.fixed, set),
        words: namesBeside(mapping.words, words, lowerCase),
      },
    }),
  }
}

type Named = readonly (readonly [string, ...unknown[]])[]

const lowerCase = (name: string) => name.toLowerCase()

/** What the mapping file names and no flag does. */
function namesBeside(mapped: Named, flagged: Named, spelled = (name: string) => name): ReadonlySet<string> {
  const names = (pairs: Named) => new Set(pairs.map(([name]) => spelled(name)))
  return names(mapped).difference(names(flagged))
}

async function readMappingFile(path: string, kind: KindName) {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BadFile(`${path} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}.`)
  })
  return readMapping(text, kind, basename(path))
}

type Word = readonly [column: string, theirs: string, ours: string]

/** `column:their word`, and ours. */
function toWord([theirs, ours]: readonly [string, string]): Word {
  const [column = '', ...rest] = theirs.split(':')
  if (column === '' || rest.length === 0)
    throw new CommandFailed([`--word "${theirs}=${ours}" is not ${pairForms.word}.`])
  return [column, rest.join(':').trim(), ours]
}

function wordsOf(given: readonly Word[]): Reading['words'] {
  const words = new Map<string, Map<string, string>>()
  for (const [column, theirs, ours] of given) {
    const name = column.toLowerCase()
    const ofColumn = words.get(name) ?? new Map<string, string>()
    words.set(name, ofColumn.set(theirs.toLowerCase(), ours))
  }
  return words
}

const pairForms = { map: '"their name=our name"', set: 'column=value', word: '"column:their word=our word"' } as const

/** `their name=our name`. A name may have an equals sign in it; ours have none. */
function pairsOf(flag: keyof typeof pairForms, given: readonly string[]): (readonly [string, string])[] {
  return given.map((text) => {
    const place = flag === 'set' ? text.indexOf('=') : text.lastIndexOf('=')
    if (place < 1 || place === text.length - 1)
      throw new CommandFailed([`--${flag} "${text}" is not ${pairForms[flag]}.`])
    return [text.slice(0, place).trim(), text.slice(place + 1).trim()] as const
  })
}

async function tellingFaults(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (error instanceof BadFile) throw new CommandFailed(error.lines)
    throw error
  }
}

const print = (...lines: readonly string[]) => {
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
}
