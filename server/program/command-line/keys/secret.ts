import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditOrigin } from '../../../domain/audit/entry.ts'
import type { PinKeeper } from '../../../domain/card/pin-keeper.ts'
import type { ConnectionPool, Sql } from '../../../ground/database/connection.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { keyCheckOf, keyIdOf } from '../../../ground/kernel/key-ring.ts'
import { listBrandIds } from '../../../storage/brand-store/brand-list.sql.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import { arrangeKeys } from '../../../storage/store/secrets/arrange-keys.ts'
import {
  insertKnownKey,
  type KnownKey,
  listKnownKeys,
  promoteKey,
  retireKeys,
  takeRotationLock,
} from '../../../storage/store/secrets/secret-key.sql.ts'
import { listServers, type RunningServer } from '../../../storage/store/servers/running-server.sql.ts'
import type { Config } from '../../configuration/config.ts'
import { keepRetiredKeys, keyLength, replaceKeyFile } from '../../configuration/key-file.ts'
import { keyFileOf, readSecretKeys } from '../../configuration/secret-keys.ts'
import type { DatabaseContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { counted } from '../counted.ts'
import { withPool } from '../pool.ts'
import { serverLine } from '../storage/server-line.ts'
import { openPins } from './open-pins.ts'
import { resealAll } from './reseal.ts'

/** Calls that began before a server changed its key have ended by then. */
const settledSeconds = 60
/** Servers look at their files every five seconds. */
const pickUpMs = 20_000

interface Rotation {
  readonly pool: ConnectionPool
  readonly config: Config
  readonly origin: AuditOrigin
  readonly pins: PinKeeper
}

/** Goes one safe step further in replacing the secret key; with --finish, ends the older one. */
export async function secretRotate({ url, config, operator }: DatabaseContext): Promise<void> {
  await withPool(url, async (pool) => {
    const pins = await openPins(pool, config)
    const rotation = { pool, config, pins, origin: { actor: operator } }
    await pool.withConnection(async (db) => {
      await beAlone(db)
      await (config.keyFlags.finish ? finish(rotation) : rotate(rotation))
    })
  })
}

/** The database takes a moment to notice that a process was killed. */
async function beAlone(db: Sql): Promise<void> {
  const until = performance.now() + 5000
  while (!(await takeRotationLock(db))) {
    if (performance.now() > until) throw new CommandFailed(['Another process is replacing the key just now.'])
    await sleep(200)
  }
}

async function rotate(rotation: Rotation): Promise<void> {
  const known = await listKnownKeys(rotation.pool)
  if (!known.some(({ state }) => state === 'opening')) {
    const next = await nextKey(rotation, known)
    await beHeldByAll(rotation.pool, next)
    await promote(rotation, next)
  }
  await followTable(rotation)
  await reseal(rotation)
  say(
    'Links that were made before stay valid until the older key is ended (docs/secret-key.md says when):',
    '  purser secret rotate --finish',
  )
}

/** The key that is to seal: one that servers hold already, one that the operator added, or a new one. */
async function nextKey({ pool, config }: Rotation, known: readonly KnownKey[]): Promise<number> {
  const waiting = known.find(({ state }) => state === 'next')
  const { keys, unknown } = arrangeKeys(await heldKeys(config), known)
  if (waiting) {
    if (keys.some((key) => keyIdOf(key) === waiting.id)) return waiting.id
    throw new CommandFailed([`The secret key number ${waiting.id}, which servers were given, is not in the key file.`])
  }
  const key = unknown[0] ?? (await addKey(config, known))
  const id = keyIdOf(key)
  if (known.some((one) => one.id === id))
    throw new CommandFailed([`The new key has the number ${id}, which another key had. Make another one.`])
  await insertKnownKey(pool, { id, check: keyCheckOf(key), state: 'next' })
  return id
}

async function addKey(config: Config, known: readonly KnownKey[]): Promise<Buffer> {
  const file = keyFileOf(config)
  if (file === undefined)
    throw new CommandFailed([
      'The key is in PURSER_SECRET_KEY, which this command cannot change. Make another one:',
      '  openssl rand -base64 32',
      'Set PURSER_SECRET_KEY to both, with a comma between, for every server; restart them one after the other, and run this again.',
    ])
  const key = newKey(known)
  await changeFile(file, [key, ...(await heldKeys(config))])
  say(`Added the key number ${keyIdOf(key)} to ${file}. It is not used yet.`)
  return key
}

function newKey(known: readonly KnownKey[]): Buffer {
  for (;;) {
    const key = randomBytes(keyLength)
    if (!known.some(({ id }) => id === keyIdOf(key))) return key
  }
}

const changeFile = (file: string, keys: readonly Buffer[]): Promise<void> =>
  orSayWhy(file, () => replaceKeyFile(file, keys, randomBytes))

async function orSayWhy<Result>(file: string, change: () => Promise<Result>): Promise<Result> {
  try {
    return await change()
  } catch (error) {
    throw new CommandFailed([
      `The key file ${file} cannot be changed: ${(error as Error).message}`,
      'If it is a mounted secret, change that: one key on each line, the newest first. Then run this again.',
    ])
  }
}

/** Nothing may be sealed with a key that one of the servers cannot open. */
async function beHeldByAll(pool: ConnectionPool, id: number): Promise<void> {
  const lacking = await waitFor(pool, ({ keyIds }) => keyIds.includes(id))
  if (lacking.length === 0) return
  throw new CommandFailed([
    `These servers do not hold the key number ${id} yet:`,
    ...lacking.map(serverLine),
    'Give each of them the same key file (or variable). A file is noticed within seconds; after a change of the',
    'variable, restart the server. One that was killed counts for a minute. Then run this again: purser secret rotate',
  ])
}

/** Those of which it is not so, after they had the time to notice. */
async function waitFor(pool: ConnectionPool, isSo: (server: RunningServer) => boolean): Promise<RunningServer[]> {
  const until = performance.now() + pickUpMs
  for (;;) {
    const others = (await listServers(pool)).filter((server) => !isSo(server))
    if (others.length === 0 || performance.now() > until) return others
    await sleep(500)
  }
}

async function promote({ pool, origin }: Rotation, id: number): Promise<void> {
  await inTransaction(pool, async (db) => {
    await promoteKey(db, id)
    await tellBrands(db, origin, { sealsWith: id })
  })
  say(`The key number ${id} seals from now on.`)
}

/** Every brand's audit log has it: the key is that of all of them. */
async function tellBrands(db: Sql, origin: AuditOrigin, after: Readonly<Record<string, unknown>>): Promise<void> {
  for (const brand of await listBrandIds(db))
    await insertAuditEntries(db, brand, [{ ...origin, action: 'secret.rotated', subject: 'secret key', after }])
}

async function followTable({ pool, config, pins }: Rotation): Promise<void> {
  const { keys, missing } = arrangeKeys(await heldKeys(config), await listKnownKeys(pool))
  if (missing.length > 0) throw new CommandFailed([`The secret key number ${missing.join(' and ')} is missing.`])
  pins.ring.replace(keys)
}

async function reseal({ pool, pins }: Rotation): Promise<void> {
  const began = performance.now()
  let saidAt = began
  const done = await resealAll(pool, pins, (count) => {
    if (performance.now() - saidAt < 5000) return
    saidAt = performance.now()
    say(`  ${counted(count, 'pin')} so far`)
  })
  const seconds = Math.max(1, Math.round((performance.now() - began) / 1000))
  const factors = done.factors === 0 ? [] : [counted(done.factors, 'second factor')]
  const what = [...factors, counted(done.pins, 'pin'), `the secrets of ${counted(done.brands, 'brand')}`].join(' and ')
  say(`Sealed ${what} again in ${counted(seconds, 'second')}.`)
  if (done.unopened > 0)
    throw new CommandFailed([
      `${counted(done.unopened, 'pin')} cannot be opened with any of the keys, and stay as they are.`,
      'They were damaged, or sealed with a key that is not here any more. Restore that key: one more line in the key file.',
    ])
}

async function finish(rotation: Rotation): Promise<void> {
  const { pool, config } = rotation
  const known = await listKnownKeys(pool)
  const sealing = known.find(({ state }) => state === 'sealing')
  if (known.some(({ state }) => state === 'opening') && sealing) await retire(rotation, sealing)
  const { keys, retired } = arrangeKeys(await heldKeys(config), await listKnownKeys(pool))
  if (retired.length === 0) throw new CommandFailed([nothingToEnd(known)])
  const file = keyFileOf(config)
  const opensBackups = 'Backups that were taken before open with it alone: keep it for as long as you keep them.'
  if (file === undefined) return say('Remove the older key from PURSER_SECRET_KEY.', opensBackups)
  const kept = await orSayWhy(file, () => keepRetiredKeys(file, retired))
  await changeFile(file, keys)
  say(`Moved the older key from ${file} to ${kept}.`, opensBackups)
}

const nothingToEnd = (known: readonly KnownKey[]) =>
  known.some(({ state }) => state === 'next')
    ? 'The newer key is not in use yet. Run "purser secret rotate" again until it says that it seals.'
    : 'There is no older key to end. Begin with: purser secret rotate'

async function retire(rotation: Rotation, sealing: KnownKey): Promise<void> {
  const { pool, origin } = rotation
  const others = await waitFor(pool, ({ keyIds }) => keyIds[0] === sealing.id)
  if (others.length > 0)
    throw new CommandFailed(['These servers still seal with an older key:', ...others.map(serverLine)])
  if (sealing.sinceSeconds < settledSeconds)
    throw new CommandFailed([
      `The newer key has been in use for ${sealing.sinceSeconds} seconds. Wait for a minute, so that no call is left that began before.`,
    ])
  await reseal(rotation)
  await inTransaction(pool, async (db) => {
    await retireKeys(db)
    await tellBrands(db, origin, { onlyKey: sealing.id })
  })
  say('The older key is refused from now on, and links that were made with it too.')
}

async function heldKeys(config: Config): Promise<Buffer[]> {
  const found = await readSecretKeys(config)
  if (found.kind === 'fault') throw new CommandFailed([found.text])
  return [found.key, ...found.further]
}

const say = (...lines: string[]) => void process.stdout.write(lines.map((line) => `${line}\n`).join(''))
