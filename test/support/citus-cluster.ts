import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { spawnOptions } from '../../server/ground/database/embedded/run-binary.ts'
import { chooseAccount, giveFolder, type SystemAccount } from '../../server/ground/database/embedded/system-account.ts'

/** PostgreSQL servers with Citus on this machine, on loopback only, that forget everything when they are closed. */
export interface CitusCluster {
  /** Makes a database with the extension on every node, and returns its addresses: that of the coordinator to be first. */
  makeDatabase(name: string): Promise<readonly string[]>
  /** Ends a node at once, as a loss of power would. */
  kill(url: string): Promise<void>
  /** Starts a node again that was killed, at the same address. */
  revive(url: string): Promise<void>
  close(): Promise<void>
}

const user = 'purser'

/**
 * The programs of a PostgreSQL that has the Citus extension: the one whose pg_config is named by
 * CITUS_PG_CONFIG, or the one in the path. Undefined if neither has it: Citus is an operator's choice and no
 * dependency of ours, so that tests of it are skipped where it is not installed.
 */
export function findCitus(): { readonly programs: string } | undefined {
  const name = process.env.CITUS_PG_CONFIG ?? 'pg_config'
  const ask = (what: string) => spawnSync(name, [what], { encoding: 'utf8' }).stdout?.trim()
  const [programs, share] = [ask('--bindir'), ask('--sharedir')]
  if (!programs || !share || !existsSync(join(share, 'extension', 'citus.control'))) return undefined
  return { programs }
}

export const withoutCitus =
  'Skipped: there is no PostgreSQL with the Citus extension. "npm run citus:build -- FOLDER" builds it from its sources; CITUS_PG_CONFIG names the pg_config of another one.'

export async function startCluster(nodeCount = 3): Promise<CitusCluster> {
  const found = findCitus()
  if (!found) throw new Error(withoutCitus)
  const folder = await mkdtemp(join(tmpdir(), 'purser-citus-'))
  await chmod(folder, 0o755)
  const account = chooseAccount(folder, join(folder, 'node0'))
  const nodes: StartedNode[] = []
  const close = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (let index = 0; index < nodeCount; index++) {
      nodes.push(await startNode(found.programs, join(folder, `node${index}`), account))
    }
  } catch (error) {
    await close()
    throw error
  }
  const nodeAt = (url: string) => {
    const node = nodes.find((one) => one.port === new URL(url).port)
    if (!node) throw new Error(`no node at ${url}`)
    return node
  }
  return {
    makeDatabase: (name) => makeDatabase(nodes, name),
    kill: (url) => nodeAt(url).stop(),
    revive: (url) => nodeAt(url).start(),
    close,
  }
}

interface StartedNode {
  readonly port: string
  url(database: string): string
  start(): Promise<void>
  stop(): Promise<void>
}

async function startNode(programs: string, folder: string, account: SystemAccount | undefined): Promise<StartedNode> {
  mkdirSync(folder, { mode: 0o700 })
  giveFolder(folder, account)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(programs, 'initdb'),
    [`--pgdata=${data}`, `--username=${user}`, '--encoding=UTF8', '--locale=C', '--auth=trust', '--no-instructions'],
    { ...spawnOptions(account), encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`)
  const port = await findFreePort()
  appendFileSync(join(data, 'postgresql.conf'), settingsOf(port))
  // Later minor versions decode the log only for libraries that are named. Brands move by that of Citus.
  const words = ['-C', 'output_plugin_libraries', '-D', data]
  const decoding = spawnSync(join(programs, 'postgres'), words, { ...spawnOptions(account), encoding: 'utf8' })
  if (decoding.status === 0)
    appendFileSync(join(data, 'postgresql.conf'), `output_plugin_libraries = 'pgoutput, test_decoding, citus'\n`)
  const url = (database: string) => `postgresql://${user}@127.0.0.1:${port}/${database}`
  let child: ChildProcess | undefined
  const start = async () => {
    const log = join(folder, 'log')
    const started = spawn(join(programs, 'postgres'), ['-D', data], {
      ...spawnOptions(account),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child = started
    started.stderr?.on('data', (text) => appendFileSync(log, text))
    await awaitStart(url('postgres'), started, log)
  }
  await start()
  return { port: String(port), url, start, stop: async () => child && (await stop(child)) }
}

/** Nothing has to survive. The clean-up of shards runs soon, and nothing is reported to anybody. */
function settingsOf(port: number): string {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    shared_preload_libraries: 'citus',
    max_connections: 300,
    max_prepared_transactions: 200,
    shared_buffers: '64MB',
    wal_level: 'logical',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    timezone: 'UTC',
    'citus.enable_statistics_collection': 'off',
    'citus.node_conninfo': 'sslmode=disable',
    'citus.defer_shard_delete_interval': 1000,
    // A transaction in two phases that lost its coordinator holds its locks until then.
    'citus.recover_2pc_interval': 2000,
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('')
}

async function awaitStart(url: string, child: ChildProcess, log: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start: ${readFileSync(log, 'utf8')}`)
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch {
      await sleep(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.on('exit', resolve))
  child.kill('SIGQUIT')
  await ended
}

function findFreePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function makeDatabase(nodes: readonly StartedNode[], name: string): Promise<readonly string[]> {
  for (const node of nodes) {
    await run(node.url('postgres'), `create database ${pg.escapeIdentifier(name)}`)
    await run(node.url(name), 'create extension citus')
  }
  return nodes.map((node) => node.url(name))
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
