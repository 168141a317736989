import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { startService } from '../assembly/running-server.ts'
import { hasBrands } from '../brand-store/brand-list.sql.ts'
import type { PinKeeper } from '../card/pin-keeper.ts'
import type { Config } from '../configuration/config.ts'
import { type FlagName, flags } from '../configuration/options.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { announce } from './announce.ts'
import { auditFlags } from './audit.ts'
import { applyFile, secretLine, warningLine } from './brand.ts'
import { sealPlainSecrets } from './check-key.ts'
import type { CommandContext } from './command.ts'
import { counted } from './counted.ts'
import { exposureWarnings } from './exposure.ts'
import { findDemoKey, greet } from './greeting.ts'
import { rightsFlags } from './key-flags.ts'
import { openPins } from './open-pins.ts'
import { withPool } from './pool.ts'
import { portToldInUse } from './port-in-use.ts'
import { withPresence } from './presence.ts'
import { serveAmong } from './serve-among.ts'
import { openSupervisor, startProcesses } from './start-processes.ts'
import { untilStopped } from './until-stopped.ts'
import { withMetrics } from './with-metrics.ts'

/** What only commands that run and end take. */
const commandFlags: ReadonlySet<FlagName> = new Set([
  'shards',
  'dry-run',
  'finish',
  'contract',
  'to',
  'to-file',
  ...rightsFlags,
  ...auditFlags,
])

export const startFlags: readonly FlagName[] = flags.map(([name]) => name).filter((name) => !commandFlags.has(name))

const demoFile = fileURLToPath(new URL('../../demo/harbor-coffee.yaml', import.meta.url))

/** Applies the brand files, and serves calls until it is told to stop. */
export function start(context: CommandContext): Promise<void> {
  return context.config.processNumber === undefined ? startServer(context) : serveAmong(context)
}

function startServer({ config, log, operator }: CommandContext): Promise<void> {
  let supervisor: Supervisor | undefined
  const onForced = () => supervisor?.killAll()
  return untilStopped({ config, log, database: 'own', onForced }, async ({ url, coordinator }, stop) => {
    const pins = await withPool(coordinator, async (pool) => {
      const opened = await openPins(pool, config)
      await sealPlainSecrets(pool, opened)
      return opened
    })
    const files = (await wantsDemo(coordinator, config)) ? [demoFile] : config.brandFiles
    await applyFiles(coordinator, files, { config, pins, log, operator })
    for (const text of exposureWarnings(config)) log.warn('exposed', { text })
    // Before it serves: a server that runs is never left behind by something that fails after it.
    const demoKey = await findDemoKey(coordinator, config.environment)
    if (config.processes === 1) {
      const begin = () => startService(url, config, log, pins).catch(portToldInUse(config))
      const service = await withPresence({ url: coordinator, config, log, pins, role: 'start' }, begin)
      greet(service, demoKey, config.logFormat)
      return withMetrics(coordinator, service, { config, log })
    }
    const several = await openSupervisor({ url, coordinator }, config, log)
    supervisor = several
    greet(await startProcesses(several, stop), demoKey, config.logFormat)
    return withMetrics(coordinator, several, { config, log })
  })
}

interface StartParts extends CommandContext {
  readonly pins: PinKeeper
}

/**
 * What a server writes ends up in logs, so secrets are made here only in the demo environment. All files are checked
 * before the first is applied.
 */
async function applyFiles(url: string, files: readonly string[], parts: StartParts): Promise<void> {
  const { config, pins, log, operator } = parts
  const isDemo = config.environment === 'demo'
  const origin = { actor: operator }
  const options = { pins, origin, onlyIfChanged: true, makesNoSecrets: !isDemo, refusesWeak: !isDemo, isLogged: true }
  const read = await Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8'), ...options })))
  // A single file is checked as it is applied: all of it, or nothing.
  if (read.length > 1) for (const one of read) await applyFile(url, { ...one, dryRun: true })
  for (const one of read) {
    const { lines, newSecrets, warnings } = await applyFile(url, one)
    for (const warning of warnings) log.warn('brand', { text: warningLine(one.file, warning) })
    const changes = lines.length === 0 ? 'nothing changed' : counted(lines.length, 'change')
    log.info('brand', { text: `${one.file}: ${changes}` })
    for (const text of lines) log.debug('brand', { text })
    for (const made of newSecrets) announce('secret', `${one.file}: ${secretLine(made)}`, config.logFormat)
  }
}

/** The demo brand is for trying things out: only where there is no other brand, and only in the demo environment. */
async function wantsDemo(url: string, config: Config): Promise<boolean> {
  if (config.brandFiles.length > 0 || config.environment !== 'demo') return false
  return !(await withPool(url, hasBrands))
}
