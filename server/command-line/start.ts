import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { openPins, startService } from '../assembly/running-server.ts'
import { hasBrands } from '../brand-store/brand-list.sql.ts'
import type { PinKeeper } from '../card/pin-keeper.ts'
import type { Config } from '../configuration/config.ts'
import { openDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import type { Log } from '../log/log.ts'
import { applyFile, secretLine } from './brand.ts'
import { checkKey } from './check-key.ts'
import { findDemoKey, greeting } from './greeting.ts'
import { withPool } from './pool.ts'

const demoFile = fileURLToPath(new URL('../../demo/harbor-coffee.yaml', import.meta.url))

/** Migrates, applies the brand files, and serves until it is told to stop. */
export async function start(config: Config, log: Log): Promise<void> {
  const stopped = stopSignal()
  const database = await openDatabase({ ...config, log: (text) => log.info('database', { text }) }, 'server')
  try {
    await migrate(database.url, (text) => log.info('migrate', { text }))
    const pins = await openPins(config)
    await withPool(database.url, (pool) => checkKey(pool, pins))
    const files = (await wantsDemo(database.url, config)) ? [demoFile] : config.brandFiles
    await applyFiles(database.url, files, { config, pins, log })
    const service = await startService(database.url, config, log, pins)
    process.stdout.write(greeting(service, await findDemoKey(database.url)))
    await stopped
    log.info('stopping', {})
    await service.stop()
  } finally {
    await database.stop()
  }
  log.info('stopped', {})
}

interface StartParts {
  readonly config: Config
  readonly pins: PinKeeper
  readonly log: Log
}

/**
 * What a server writes is kept in logs, so a secret is made here only for trying things out. All files are looked at
 * before the first is applied.
 */
async function applyFiles(url: string, files: readonly string[], { config, pins, log }: StartParts): Promise<void> {
  const options = { pins, onlyIfChanged: true, makesNoSecrets: config.environment !== 'demo' }
  const read = await Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8'), ...options })))
  for (const one of read) await applyFile(url, { ...one, dryRun: true })
  for (const one of read) {
    const { lines, newSecrets } = await applyFile(url, one)
    log.info('brand', { text: `${one.file}: ${lines.length === 0 ? 'nothing changes' : `${lines.length} changes`}` })
    for (const text of lines) log.debug('brand', { text })
    for (const made of newSecrets) process.stdout.write(`${one.file}: ${secretLine(made)}\n`)
  }
}

/** The demo brand is for trying things out: only where there is no other, and never in a named environment. */
async function wantsDemo(url: string, config: Config): Promise<boolean> {
  if (config.brandFiles.length > 0 || config.environment !== 'demo') return false
  return !(await withPool(url, hasBrands))
}

/** Resolves when the operator or the system asks the server to stop. A second time ends it at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}
