import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { openPins, startService } from '../serve.ts'
import { hasBrands } from '../store/api-key.sql.ts'
import { openDatabase } from '../store/database.ts'
import { migrate } from '../store/migrate.ts'
import { applyFile } from './brand.ts'
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
    const files =
      config.brandFiles.length > 0 || (await withPool(database.url, hasBrands)) ? config.brandFiles : [demoFile]
    for (const file of files) {
      const lines = await applyFile(database.url, {
        file,
        text: await readFile(file, 'utf8'),
        pins,
        onlyIfChanged: true,
      })
      for (const text of lines) log.info('brand', { text })
    }
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

/** Resolves when the operator or the system asks the server to stop. A second time ends it at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}
