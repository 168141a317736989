import { randomBytes } from 'node:crypto'
import type { AuditActor, AuditOrigin } from '../../../domain/audit/entry.ts'
import type { FileFault } from '../../../domain/brand/faults/fault.ts'
import type { PinKeeper } from '../../../domain/card/pin-keeper.ts'
import { operator as theOperator } from '../../../domain/judge/caller.ts'
import { Connection, type Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { type AppliedChange, applyBrandFile } from '../../../storage/brand-store/apply/apply.ts'
import type { Faulty } from '../../../storage/brand-store/apply/plan-change.ts'
import type { ReceiverSecret } from '../../../storage/brand-store/apply/receiver-secrets.ts'
import { liftTimeouts } from '../../../storage/brand-store/brand.sql.ts'
import { brandSecretUse } from '../../../storage/brand-store/document-secrets.ts'
import { exportText } from '../../../storage/brand-store/export.ts'
import { type Conflict, conflictLines } from '../../../storage/brand-store/history/conflict.ts'
import { exportVersion } from '../../../storage/brand-store/history/earlier-version.ts'
import { schedule } from '../../../storage/brand-store/history/schedule.ts'
import { fileText } from '../../../storage/brand-store/texts/file-text.ts'
import type { Config } from '../../configuration/config.ts'
import type { DatabaseContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { withRightKey } from '../keys/check-key.ts'
import { openPins } from '../keys/open-pins.ts'
import { knownBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'
import { type NamedText, readNamed } from './brand-check.ts'
import { faultLines } from './fault-lines.ts'

interface FileToApply {
  readonly file: string
  readonly text: string
  readonly pins: PinKeeper
  readonly origin: AuditOrigin
  readonly note?: string
  readonly overwrite?: boolean
  readonly dryRun?: boolean
  readonly strict?: boolean
  readonly onlyIfChanged?: boolean
  readonly makesNoSecrets?: boolean
  readonly refusesWeak?: boolean
  readonly onVersion?: (version: number) => void
  /** What is said ends up in a log, so nothing of the file is shown. */
  readonly isLogged?: boolean
}

/** Applies a brand file and returns what changed; fails with every fault of the file. */
export function applyFile(
  url: string,
  { file, text, pins, isLogged, ...options }: FileToApply,
): Promise<AppliedChange> {
  return withConnection(url, async (db) => {
    const apply = () => applyBrandFile(db, text, { ...options, ...meansOf(pins) })
    return sound(await withRightKey(apply), { name: file, text: isLogged ? '' : text })
  })
}

/** By which a brand is changed. */
export const meansOf = (pins: PinKeeper) => ({
  pins: pinSealer(pins),
  sealer: pins.sealerFor(brandSecretUse),
  random: randomBytes,
  caller: theOperator,
})

/** A file that would undo what others have changed. */
export class WouldUndo extends CommandFailed {
  constructor(file: string, conflict: Conflict) {
    const [reason = '', ...others] = conflictLines(conflict)
    super([`${file}: ${reason}`, ...others, ...wayOut(conflict)], 3)
  }
}

function wayOut({ foreign }: Conflict): string[] {
  const bring =
    foreign === undefined
      ? 'Bring these changes into the file (purser brand export shows the brand as it is) and apply it again.'
      : "To bring another brand's configuration here, use purser brand promote."
  return [bring, 'To take them back on purpose, apply it with --overwrite. purser brand history says who made them.']
}

/** What became of a file that has no faults. */
export function sound<Result extends object>(applied: Result | Faulty, { name, text }: NamedText): Result {
  if (!('faults' in applied)) return applied
  if (applied.conflict) throw new WouldUndo(name, applied.conflict)
  throw new CommandFailed(applied.faults.flatMap((fault) => faultLines(name, text, fault, 'fault')))
}

/** What is most likely a mistake; with --strict it is one. */
export const warningLine = (file: string, warning: FileFault) => faultLines(file, '', warning, 'warning')[0] ?? ''

/** Shown to the operator, and never logged. */
export const secretLine = ({ address, secret }: ReceiverSecret) => `${address}: signs with ${secret} (shown once)`

const pinSealer = (pins: PinKeeper) => ({
  seal: (brand: string, cardNumber: string, pin: string) => {
    const { sealed, check } = pins.seal(brand, cardNumber, pin)
    return { sealed: Buffer.from(sealed), check: Buffer.from(check) }
  },
})

export async function brandApply(name: string, context: DatabaseContext): Promise<void> {
  const { url, config, operator } = context
  const file = await readNamed(name)
  if (config.brandFlags.at !== undefined) return brandSchedule(file, { ...context, at: config.brandFlags.at })
  const pins = await withPool(url, (pool) => openPins(pool, config))
  let version = 0
  const onVersion = (made: number) => {
    version = made
  }
  const order = { file: file.name, text: file.text, pins, onVersion, ...orderOf(config, operator) }
  const change = await applyFile(url, order)
  tellChange(file, change, config.dryRun ? undefined : `Applied. This is version ${version}.`)
}

/** How whoever runs the command wants a brand to be changed. */
export function orderOf({ dryRun, strict, environment, brandFlags }: Config, actor: AuditActor) {
  const { note, overwrite } = brandFlags
  return { origin: { actor }, dryRun, strict, overwrite, refusesWeak: environment !== 'demo', ...defined({ note }) }
}

/** Without `done` it was only a try. */
export function tellChange(
  { name, text }: NamedText,
  { changed, lines, newSecrets, warnings }: AppliedChange,
  done: string | undefined,
): void {
  const told = warnings.flatMap((warning) => faultLines(name, text, warning, 'warning'))
  for (const line of told) process.stderr.write(`${line}\n`)
  const end = done ?? 'This is what would change; nothing was changed.'
  const summary = !changed ? ['Nothing changes.'] : [...lines, ...newSecrets.map(secretLine), end]
  process.stdout.write(`${summary.join('\n')}\n`)
}

type Scheduling = DatabaseContext & { readonly at: string }

async function brandSchedule(file: NamedText, { url, config, operator, at }: Scheduling): Promise<void> {
  const pins = await withPool(url, (pool) => openPins(pool, config))
  const order = { ...orderOf(config, operator), ...meansOf(pins) }
  const scheduled = await withConnection(url, (db) =>
    allOrNothing(db, order, () => withRightKey(() => schedule(db, { text: file.text, at }, order))),
  )
  const { number, lines, warnings } = sound(scheduled, file)
  const changed = number !== undefined || lines.length > 0
  const done = number === undefined ? undefined : `Scheduled as number ${number} for ${at}.`
  tellChange(file, { changed, lines: [...lines], warnings, newSecrets: [] }, done)
}

/** A transaction that is taken back where there are faults, or where it was only a try. */
export async function allOrNothing<Result extends object | undefined>(
  db: Sql,
  { dryRun }: { readonly dryRun?: boolean },
  change: () => Promise<Result>,
): Promise<Result> {
  await db.rows`begin`
  await liftTimeouts(db)
  const result = await change()
  if (dryRun || result === undefined || 'faults' in result) await db.rows`rollback`
  else await db.rows`commit`
  return result
}

export async function brandExport(brand: string, { url, config }: DatabaseContext): Promise<void> {
  const { version } = config.brandFlags
  const text = await withConnection(url, async (db) => {
    if (version === undefined) return exportText(db, brand)
    const file = await exportVersion(db, brand, version)
    return file && fileText(file)
  })
  if (text !== undefined) return void process.stdout.write(text)
  await withPool(url, (pool) => knownBrand(pool, brand))
  throw new CommandFailed([`Version ${version} of brand ${brand} is not kept. See purser brand history ${brand}.`])
}

/** A brand with a million cards is read and written in its own time. */
export async function withConnection<Result>(url: string, use: (db: Sql) => Promise<Result>): Promise<Result> {
  const db = await Connection.open({ url, name: 'purser command', lockTimeoutMs: 0, statementTimeoutMs: 0 })
  try {
    return await use(db)
  } finally {
    await db.close()
  }
}
