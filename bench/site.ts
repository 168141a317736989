import { readFileSync } from 'node:fs'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Embedded, startEmbedded } from '../server/ground/database/embedded/embedded.ts'
import type { Client } from './load/client.ts'
import { GeneratorProcess } from './load/generator-process.ts'
import type { RunResult } from './load/run.ts'
import { WrkClient } from './load/wrk.ts'
import { timeOfFamily, whereKnown } from './processor-time.ts'
import { ServerProcess } from './server-process.ts'
import { loadStock, type Stock } from './stock.sql.ts'
import { brandFile, brandId, cardCount, fewRules } from './stock.ts'

/** A brand with cards in a database, and the server that serves it. */
export interface Shop {
  readonly url: string
  readonly brand: string
  readonly server: ServerProcess
  /** The number of the value type USD. */
  readonly usd: number
}

export interface StockedBrand extends Stock {
  /** How many rules its checkouts have. */
  readonly rules: number
  /** Campaigns besides. */
  readonly campaigns?: readonly object[]
  /** Further sections of its file. */
  readonly sections?: object
  /** How many processes serve it; one unless given or set by PURSER_PROCESSES. */
  readonly processes?: number
  /** Settings of its server, by their variables. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface SiteOptions {
  readonly pgbench: string
  /** What makes the calls of most cases. */
  readonly client: Client['name']
  readonly profileFolder?: string
}

/** An embedded database has room for its one server. The benchmark keeps several beside each other, some of many processes. */
const connectionsMax = 400

/** What the benchmark starts, all of which ends with it. */
export class Site {
  readonly pgbench: string
  readonly folder: string
  /** What makes the calls of most cases. */
  readonly client: Client
  /** Our own: it can call at a pace, and shows what failed. */
  readonly generator: GeneratorProcess
  /** Every shop that was opened, to be verified at the end. */
  readonly shops: Shop[] = []
  failedCalls = 0
  private main: Promise<Shop> | undefined
  private readonly profileFolder: string | undefined
  private readonly database: Promise<Embedded>
  private readonly servers: Promise<ServerProcess>[] = []
  private closing: Promise<void> | undefined

  private constructor(folder: string, { pgbench, client, profileFolder }: SiteOptions) {
    this.folder = folder
    this.pgbench = pgbench
    this.profileFolder = profileFolder
    this.generator = new GeneratorProcess()
    this.client = client === 'wrk' ? new WrkClient(folder) : this.generator
    // The settings of every embedded database: what has been committed survives a loss of power.
    this.database = startEmbedded({ folder, log: () => undefined, connections: connectionsMax })
  }

  static async open(options: SiteOptions): Promise<Site> {
    const folder = await mkdtemp(join(await chooseDisk(), 'purser-bench-'))
    return new Site(folder, options)
  }

  /** The shop that most cases share. */
  mainShop(): Promise<Shop> {
    this.main ??= this.openShop('main', { brand: brandId, rules: fewRules, cards: cardCount, redemptions: 0 })
    return this.main
  }

  /** Calls that failed make every figure worthless, so they are named at once and counted to the end. */
  reportFailures({ failures, firstFailure }: RunResult): void {
    this.failedCalls += failures
    process.stderr.write(`${failures} calls FAILED, the first:\n${firstFailure}\n`)
  }

  /** Makes a database with one brand, and its server. */
  async openShop(name: string, stock: StockedBrand): Promise<Shop> {
    const [shop] = await this.openShops(name, [stock])
    if (!shop) throw new Error('A shop was opened.')
    return shop
  }

  /** Makes a database with these brands and one server for them, on the one PostgreSQL that all share. */
  async openShops(name: string, stocks: readonly StockedBrand[]): Promise<Shop[]> {
    const url = await this.createDatabase(name)
    const starting = ServerProcess.start({
      url,
      dataFolder: join(this.folder, name),
      brandFiles: await Promise.all(stocks.map((stock) => this.writeBrandFile(name, stock))),
      ...(this.profileFolder && { profileFolder: this.profileFolder }),
      ...(stocks[0]?.settings && { settings: stocks[0].settings }),
      ...(stocks[0]?.processes && { processes: stocks[0].processes }),
    })
    this.servers.push(starting)
    const server = await starting
    const shops: Shop[] = []
    for (const stock of stocks) shops.push({ url, brand: stock.brand, server, usd: await loadStock(url, stock) })
    this.shops.push(...shops)
    return shops
  }

  /** How long PostgreSQL has kept a processor busy, in seconds; undefined where the system does not say. */
  databaseTime(): number | undefined {
    return whereKnown(() => {
      const [pid] = readFileSync(join(this.folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
      return timeOfFamily(Number(pid))
    })
  }

  /** Stops everything, also what is only just starting, and removes every file. */
  close(): Promise<void> {
    this.closing ??= this.stopAll()
    return this.closing
  }

  get isClosing(): boolean {
    return this.closing !== undefined
  }

  private async writeBrandFile(name: string, { brand, rules, campaigns, sections }: StockedBrand): Promise<string> {
    const file = join(this.folder, `${name}-${brand}.json`)
    await writeFile(file, brandFile(brand, rules, campaigns, sections))
    return file
  }

  private async createDatabase(name: string): Promise<string> {
    const { url } = await this.database
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(`create database ${pg.escapeIdentifier(name)}`)
    } finally {
      await client.end()
    }
    return url.replace('/purser?', `/${name}?`)
  }

  private async stopAll(): Promise<void> {
    await this.generator.stop()
    for (const server of this.servers) await server.then((started) => started.stop()).catch(() => undefined)
    await this.database.then((started) => started.stop()).catch(() => undefined)
    await rm(this.folder, { recursive: true, force: true })
  }
}

const tmpfs = 0x01021994

/** A folder on a real disk: flushing to one that is memory would cost nothing. */
async function chooseDisk(): Promise<string> {
  const { type } = await statfs(tmpdir())
  return type === tmpfs ? process.cwd() : tmpdir()
}
