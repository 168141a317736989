import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { PinKeeper } from '../../../domain/card/pin-keeper.ts'
import { ConnectionPool } from '../../../ground/database/connection.ts'
import { serverConnection } from '../../../ground/database/database.ts'
import { newestMigration, whileTablesStay } from '../../../ground/database/migrate.ts'
import { tooOld } from '../../../ground/database/migrating/plan.ts'
import { faultFields, type Log } from '../../../ground/log/log.ts'
import { arrangeKeys } from '../../../storage/store/secrets/arrange-keys.ts'
import { listKnownKeys } from '../../../storage/store/secrets/secret-key.sql.ts'
import {
  findUnknownContract,
  removeServer,
  type ServerSelf,
  saySeen,
} from '../../../storage/store/servers/running-server.sql.ts'
import type { Config } from '../../configuration/config.ts'
import { readSecretKeys } from '../../configuration/secret-keys.ts'
import { currentVersion } from '../version.ts'

/** Far more often than the minute after which a silent server counts as gone. */
const everyMs = 5000

interface PresenceParts {
  readonly url: string
  readonly config: Config
  readonly log: Log
  readonly pins: PinKeeper
  readonly role: ServerSelf['role']
}

interface Stoppable {
  stop(): Promise<void>
}

/**
 * Runs a server that others on the same database know of: no table that it needs and no key that it holds is taken away
 * while it runs. It follows the keys in its file, and the database's word on which of them seals.
 */
export async function withPresence<Server extends Stoppable>(
  parts: PresenceParts,
  begin: () => Promise<Server>,
): Promise<Server> {
  const presence = await Presence.signIn(parts)
  try {
    const server = await begin()
    const stop = () => server.stop().finally(() => presence.end())
    return { ...server, stop }
  } catch (error) {
    await presence.end()
    throw error
  }
}

class Presence {
  private readonly parts: PresenceParts
  private readonly pool: ConnectionPool
  private readonly self: Omit<ServerSelf, 'keyIds'>
  private beating: Promise<void> = Promise.resolve()
  private timer: NodeJS.Timeout | undefined
  private saidAboutKeys = ''

  private constructor(parts: PresenceParts, pool: ConnectionPool) {
    this.parts = parts
    this.pool = pool
    this.self = {
      id: randomUUID(),
      version: currentVersion(),
      newestMigration: newestMigration(),
      role: parts.role,
      host: hostname(),
    }
  }

  /** While the tables are not being changed: whoever changes them afterwards sees this server. */
  static async signIn(parts: PresenceParts): Promise<Presence> {
    const pool = new ConnectionPool({ ...(await serverConnection(parts.url)), name: 'purser presence' }, 1)
    const presence = new Presence(parts, pool)
    try {
      await whileTablesStay(pool, async (db) => {
        await saySeen(db, { ...presence.self, keyIds: parts.pins.ring.ids })
        const unknown = await findUnknownContract(db, presence.self.newestMigration)
        if (unknown !== undefined) throw new Error(tooOld(unknown))
      })
    } catch (error) {
      await pool.close()
      throw error
    }
    presence.timer = setInterval(() => presence.beat(), everyMs).unref()
    return presence
  }

  async end(): Promise<void> {
    clearInterval(this.timer)
    await this.beating
    // A database that is gone cannot be told; after a minute it is the same.
    await removeServer(this.pool, this.self.id).catch(() => undefined)
    await this.pool.close()
  }

  private beat(): void {
    this.beating = this.beating
      .then(() => this.look())
      .catch((error) => this.parts.log.debug('presence', faultFields(error)))
  }

  private async look(): Promise<void> {
    await this.followKeys()
    await saySeen(this.pool, { ...this.self, keyIds: this.parts.pins.ring.ids })
    const unknown = await findUnknownContract(this.pool, this.self.newestMigration)
    if (unknown === undefined) return
    this.parts.log.error('outdated', { text: tooOld(unknown) })
    process.kill(process.pid, 'SIGTERM')
  }

  /** Keeps what it has where the file is unreadable, or holds keys that open nothing. */
  private async followKeys(): Promise<void> {
    const { config, pins } = this.parts
    const found = await readSecretKeys(config)
    if (found.kind === 'fault') return this.warn(found.text)
    const { keys, missing } = arrangeKeys([found.key, ...found.further], await listKnownKeys(this.pool))
    if (missing.length > 0)
      return this.warn(`The key file lacks the secret key number ${missing.join(' and ')}, which is still needed.`)
    this.saidAboutKeys = ''
    if (keys.length > 0) pins.ring.replace(keys)
  }

  private warn(text: string): void {
    if (text !== this.saidAboutKeys) this.parts.log.warn('secret key', { text })
    this.saidAboutKeys = text
  }
}
