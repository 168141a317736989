import { randomBytes } from 'node:crypto'
import type { AuditOrigin } from '../audit/entry.ts'
import type { FileFault } from '../brand/reading/place.ts'
import { applyBrandFile, type Change } from '../brand-store/apply/apply.ts'
import type { NewSecret } from '../brand-store/apply/receiver-secrets.ts'
import { brandSecretUse } from '../brand-store/document-secrets.ts'
import { exportText } from '../brand-store/export.ts'
import type { PinKeeper } from '../card/pin-keeper.ts'
import { Connection, type Sql } from '../database/connection.ts'
import { readNamed } from './brand-check.ts'
import { withRightKey } from './check-key.ts'
import type { DatabaseContext } from './command.ts'
import { CommandFailed } from './command-failed.ts'
import { faultLines } from './fault-lines.ts'
import { openPins } from './open-pins.ts'
import { withPool } from './pool.ts'

interface FileToApply {
  readonly file: string
  readonly text: string
  readonly pins: PinKeeper
  readonly origin: AuditOrigin
  readonly dryRun?: boolean
  readonly strict?: boolean
  readonly onlyIfChanged?: boolean
  readonly makesNoSecrets?: boolean
  readonly refusesWeak?: boolean
  /** What is said ends up in a log, so nothing of the file is shown. */
  readonly isLogged?: boolean
}

/** Applies a brand file and returns what changed; fails with every fault of the file. */
export function applyFile(url: string, { file, text, pins, isLogged, ...options }: FileToApply): Promise<Change> {
  const keys = { pins: pinSealer(pins), sealer: pins.sealerFor(brandSecretUse) }
  const shown = isLogged ? '' : text
  return withConnection(url, async (db) => {
    const apply = () => applyBrandFile(db, text, { ...options, ...keys, random: randomBytes })
    const applied = await withRightKey(apply)
    if ('faults' in applied)
      throw new CommandFailed(applied.faults.flatMap((fault) => faultLines(file, shown, fault, 'fault')))
    return applied
  })
}

/** What is most likely a mistake; with --strict it is one. */
export const warningLine = (file: string, warning: FileFault) => faultLines(file, '', warning, 'warning')[0] ?? ''

/** Shown to the operator, and never logged. */
export const secretLine = ({ address, secret }: NewSecret) => `${address}: signs with ${secret} (shown once)`

const pinSealer = (pins: PinKeeper) => ({
  seal: (brand: string, cardNumber: string, pin: string) => {
    const { sealed, check } = pins.seal(brand, cardNumber, pin)
    return { sealed: Buffer.from(sealed), check: Buffer.from(check) }
  },
})

export async function brandApply(file: string, { url, config, operator }: DatabaseContext): Promise<void> {
  const { name, text } = await readNamed(file)
  const pins = await withPool(url, (pool) => openPins(pool, config))
  const { dryRun, strict } = config
  const refusesWeak = config.environment !== 'demo'
  const origin = { actor: operator }
  const order = { file: name, text, pins, origin, dryRun, strict, refusesWeak }
  const { lines, newSecrets, warnings } = await applyFile(url, order)
  const told = warnings.flatMap((warning) => faultLines(name, text, warning, 'warning'))
  for (const line of told) process.stderr.write(`${line}\n`)
  const done = config.dryRun ? 'This is what would change; nothing was changed.' : 'Applied.'
  const summary = lines.length === 0 ? ['Nothing changes.'] : [...lines, ...newSecrets.map(secretLine), done]
  process.stdout.write(`${summary.join('\n')}\n`)
}

export async function brandExport(url: string, brand: string): Promise<void> {
  const text = await withConnection(url, (db) => exportText(db, brand))
  if (text === undefined) throw new CommandFailed([`There is no brand ${brand}.`])
  process.stdout.write(text)
}

/** A brand with a million cards is read and written in its own time. */
async function withConnection<Result>(url: string, use: (db: Sql) => Promise<Result>): Promise<Result> {
  const db = await Connection.open({ url, name: 'purser command', lockTimeoutMs: 0, statementTimeoutMs: 0 })
  try {
    return await use(db)
  } finally {
    await db.close()
  }
}
