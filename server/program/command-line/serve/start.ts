import { fileURLToPath } from 'node:url'
import type { PinKeeper } from '../../../domain/card/pin-keeper.ts'
import type { AppliedChange } from '../../../storage/brand-store/apply/apply.ts'
import { hasBrands } from '../../../storage/brand-store/brand-list.sql.ts'
import { brandSecretUse } from '../../../storage/brand-store/document-secrets.ts'
import { keepFoundVersions } from '../../../storage/brand-store/history/versions.ts'
import { startService } from '../../assembly/running-server.ts'
import type { Config } from '../../configuration/config.ts'
import type { Supervisor } from '../../processes/supervisor.ts'
import { applyFile, secretLine, WouldUndo, warningLine } from '../brand/brand.ts'
import { readWhole } from '../brand/brand-check.ts'
import type { CommandContext } from '../command.ts'
import { counted } from '../counted.ts'
import { askForDemoHistory, findDemoHistory } from '../demo/demo-history.ts'
import { sealPlainSecrets } from '../keys/check-key.ts'
import { openPins } from '../keys/open-pins.ts'
import { withPool } from '../pool.ts'
import { announce } from './announce.ts'
import { exposureWarnings } from './exposure.ts'
import { openPortalTo } from './first-link.ts'
import { findDemoKey, greet } from './greeting.ts'
import { portToldInUse } from './port-in-use.ts'
import { withPortalBuild } from './portal-build.ts'
import { withPresence } from './presence.ts'
import { serveAmong } from './serve-among.ts'
import { openSupervisor, startProcesses } from './start-processes.ts'
import { untilStopped } from './until-stopped.ts'
import { withMetrics } from './with-metrics.ts'

const demoFile = fileURLToPath(new URL('../../../../demo/harbor-coffee.yaml', import.meta.url))

/** Applies the brand files, and serves calls until it is told to stop. */
export function start(context: CommandContext): Promise<void> {
  return context.config.processNumber === undefined ? startServer(context) : serveAmong(context)
}

function startServer({ config: given, log, operator }: CommandContext): Promise<void> {
  let supervisor: Supervisor | undefined
  const onForced = () => supervisor?.killAll()
  return untilStopped({ config: given, log, database: 'own', onForced }, async ({ url, coordinator }, stop, config) => {
    const pins = await withPool(coordinator, async (pool) => {
      const opened = await openPins(pool, config)
      await sealPlainSecrets(pool, opened)
      await pool.withConnection((db) => keepFoundVersions(db, opened.sealerFor(brandSecretUse)))
      return opened
    })
    const isDemo = await wantsDemo(coordinator, config)
    if (isDemo) await askForDemoHistory(coordinator, { config, log })
    const files = isDemo ? [demoFile] : config.brandFiles
    await applyFiles(coordinator, files, { config, pins, log, operator })
    for (const text of exposureWarnings(config)) log.warn('exposed', { text })
    // Before it serves: a server that runs is never left behind by something that fails after it.
    const demoKey = await findDemoKey(coordinator, config.environment)
    const history = await findDemoHistory(coordinator, { config, log })
    const runsJobs = config.runsJobs && !history
    const isTerminal = process.stdout.isTTY
    const first = await openPortalTo(coordinator, { operator, demoBrand: demoKey?.brand, isTerminal })
    if (config.processes === 1) {
      const begin = () => startService(url, { ...config, runsJobs }, log, pins).catch(portToldInUse(config))
      const service = await withPresence({ url: coordinator, config, log, pins, role: 'start' }, begin)
      greet(service, { demoKey, first }, config)
      const running = withPortalBuild(await withMetrics(coordinator, service, { config, log }), config, log)
      return history?.beside(running, () => service.beginJobs()) ?? running
    }
    const several = await openSupervisor({ url, coordinator }, { ...config, runsJobs }, log)
    supervisor = several
    greet(await startProcesses(several, stop), { demoKey, first }, config)
    const running = withPortalBuild(await withMetrics(coordinator, several, { config, log }), config, log)
    return history?.beside(running, () => several.beginJobs()) ?? running
  })
}

interface StartParts extends CommandContext {
  readonly pins: PinKeeper
}

/**
 * What a server writes ends up in logs, so secrets are made here only in the demo environment. All files are checked
 * before the first is applied. A file that would undo what others have changed is left alone: a server that does not
 * start would help nobody.
 */
async function applyFiles(url: string, files: readonly string[], parts: StartParts): Promise<void> {
  const { config, pins, operator } = parts
  const isDemo = config.environment === 'demo'
  const origin = { actor: operator }
  const options = { pins, origin, onlyIfChanged: true, makesNoSecrets: !isDemo, refusesWeak: !isDemo, isLogged: true }
  const read = await Promise.all(files.map(async (file) => ({ file, text: await readWhole(file), ...options })))
  // A single file is checked as it is applied: all of it, or nothing.
  if (read.length > 1) for (const one of read) await applyFile(url, { ...one, dryRun: true }).catch(unlessWouldUndo)
  for (const one of read) {
    const change = await applyFile(url, one).catch(unlessWouldUndo)
    if (change instanceof WouldUndo) tellRefused(one.file, change, parts)
    else tellApplied(one.file, change, parts)
  }
}

function unlessWouldUndo(error: unknown): WouldUndo {
  if (error instanceof WouldUndo) return error
  throw error
}

function tellApplied(file: string, { lines, newSecrets, warnings }: AppliedChange, { log, config }: StartParts): void {
  for (const warning of warnings) log.warn('brand', { text: warningLine(file, warning) })
  const changes = lines.length === 0 ? 'nothing changed' : counted(lines.length, 'change')
  log.info('brand', { text: `${file}: ${changes}` })
  for (const text of lines) log.debug('brand', { text })
  for (const made of newSecrets) announce('secret', `${file}: ${secretLine(made)}`, config.logFormat)
}

function tellRefused(file: string, refused: WouldUndo, { log }: StartParts): void {
  log.warn('brand', { text: [`${file} was not applied; the brand stays as it is.`, ...refused.lines].join('\n') })
}

/** The demo brand is for trying things out: only where there is no other brand, and only in the demo environment. */
async function wantsDemo(url: string, config: Config): Promise<boolean> {
  if (config.brandFiles.length > 0 || config.environment !== 'demo') return false
  return !(await withPool(url, hasBrands))
}
