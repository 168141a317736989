import { isLoopback } from '../../domain/brand/keys/addresses.ts'
import { ConnectionPool } from '../../ground/database/connection.ts'
import { hasDatabase, type OpenDatabase, openDatabase } from '../../ground/database/database.ts'
import { DatabaseDamaged, damagedAdvice } from '../../ground/database/embedded/damage.ts'
import { troubleOf } from '../../ground/kernel/database-errors.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { findEnvironment } from '../../storage/store/servers/environment.sql.ts'
import type { Config } from '../configuration/config.ts'
import { attempt } from './attempt.ts'
import { examineBrands } from './examine-brands.ts'
import { examineDatabase } from './examine-database.ts'
import { type Finding, ok, problem, skipped } from './finding.ts'
import { judgeDataFolder } from './judge/data-folder.ts'
import { judgeDisk } from './judge/disk.ts'
import { judgeEnvironment } from './judge/environment.ts'
import { judgeExposure, judgePort } from './judge/listener.ts'
import { judgeMachine } from './judge/machine.ts'
import { judgeSecretKey } from './judge/secret-key.ts'
import { judgeWallet } from './judge/wallet.ts'
import { lookAtBrandFiles } from './look/brand-files.ts'
import { lookAtDataFolder, lookAtDisk } from './look/data-folder.ts'
import { findVersion, hasServers, hasTables, remembersEnvironment } from './look/database.sql.ts'
import { lookAtPort } from './look/port.ts'
import { lookAtKey } from './look/secret-key.ts'
import { lookAtWallet } from './look/wallet.ts'

/** Looks at everything that a start with this configuration would use, and changes nothing. */
export async function examine(config: Config): Promise<Finding[]> {
  // Before the database is opened, which may have to be started: that would mend what is to be seen.
  const { host, port } = config
  const sight = await lookAtPort({ host, port })
  const place = await examinePlace(config)
  const { findings, hasServers, environment = config.environment } = await examineData(config)
  const listener = judgePort(sight, `${host}:${port}`, hasServers)
  return [...examineMachine({ ...config, environment }), listener, ...place, ...findings]
}

interface DataExamined {
  readonly findings: readonly Finding[]
  /** Whether a server uses the database; undefined: that could not be looked at. */
  readonly hasServers?: boolean
  /** Where the database remembers one. */
  readonly environment?: string
}

async function examineData(config: Config): Promise<DataExamined> {
  if (!hasDatabase(config)) {
    const none = skipped('database', 'there is none yet; the first start makes it')
    return { findings: [...(await examineKey(config, undefined)), none], hasServers: false }
  }
  const opened = await open(config)
  if ('finding' in opened) return { findings: [...(await examineKey(config, undefined)), opened.finding] }
  try {
    return await examineStored(opened.database.url, config)
  } finally {
    await opened.database.stop()
  }
}

const examineKey = (config: Config, pool: ConnectionPool | undefined) =>
  attempt('secret key', async () => judgeSecretKey(await lookAtKey(config, pool)))

function examineMachine(config: Config): Finding[] {
  const { host, publicUrl, trustedProxies, environment, databaseUrl } = config
  const machine = {
    nodeVersion: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    isRoot: process.getuid?.() === 0,
    isEmbedded: databaseUrl === undefined,
    environment,
  }
  const ownHost = host === 'localhost' || isLoopback(host)
  const exposure = defined({ host, isLoopback: ownHost, publicUrl, trustedProxies, environment })
  return [...judgeMachine(machine), ...judgeExposure(exposure)]
}

async function examinePlace(config: Config): Promise<Finding[]> {
  const { dataFolder, brandFiles } = config
  return [
    ...(await attempt('wallet passes', async () => judgeWallet(lookAtWallet(config), Date.now()))),
    ...(await attempt('data folder', async () => judgeDataFolder(lookAtDataFolder(dataFolder)))),
    ...(await attempt('disk space', async () => judgeDisk(await lookAtDisk(dataFolder)))),
    ...lookAtBrandFiles(brandFiles),
  ]
}

async function open(config: Config): Promise<{ readonly database: OpenDatabase } | { readonly finding: Finding }> {
  try {
    return { database: await openDatabase({ ...config, log: () => undefined }, 'visitor') }
  } catch (error) {
    if (error instanceof DatabaseDamaged)
      return { finding: problem('database', error.message.replace(` ${damagedAdvice}`, ''), damagedAdvice) }
    const reason = error instanceof Error ? error.message : String(error)
    const trouble = error instanceof Error ? troubleOf(error.cause) : undefined
    const usual = config.databaseUrl
      ? 'See that it runs and that its URL is right.'
      : 'See postgres.log in the data folder.'
    return { finding: problem('database', reason, config.databaseUrl ? (trouble?.advice ?? usual) : usual) }
  }
}

/** Connections that the database lets change nothing. */
async function examineStored(url: string, config: Config): Promise<DataExamined> {
  const options = { url, name: 'purser doctor', isReadOnly: true, lockTimeoutMs: 5000, statementTimeoutMs: 30_000 }
  const pool = new ConnectionPool(options, 1)
  try {
    const answer = await attempt('database', async () => [
      ok('database', `answers: PostgreSQL ${await findVersion(pool)}`),
    ])
    if (answer.some(({ level }) => level === 'problem'))
      return { findings: [...answer, ...(await examineKey(config, undefined))] }
    const connected = await hasServers(pool)
    const known = (await remembersEnvironment(pool)) ? await findEnvironment(pool) : undefined
    const environment = known ?? config.environment
    const findings = await examineTables(pool, url, { ...config, environment })
    const sight = defined({ known, named: config.namesEnvironment ? config.environment : undefined })
    return { findings: [...answer, judgeEnvironment(sight), ...findings], hasServers: connected, environment }
  } finally {
    await pool.close()
  }
}

async function examineTables(pool: ConnectionPool, url: string, config: Config): Promise<readonly Finding[]> {
  const database = await examineDatabase(pool, url, config)
  if (database.some(({ point, level }) => point === 'database version' && level === 'problem')) return database
  if (!(await hasTables(pool))) return [...database, skipped('brands', 'there are no tables yet')]
  return [...database, ...(await examineKey(config, pool)), ...(await examineBrands(pool, config))]
}
