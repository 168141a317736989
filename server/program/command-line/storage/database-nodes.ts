import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from '../../../ground/database/connection.ts'
import { distributeTables } from '../../../ground/database/distribute.ts'
import {
  addNode,
  type BrandPlace,
  type ClusterNode,
  completeNodes,
  countServers,
  dropLeftovers,
  findIsDistributed,
  findShardRange,
  hasCitus,
  isCoordinator,
  listBrandPlaces,
  listNodes,
  lockDistribution,
  moveShard,
  nameCoordinator,
  splitShard,
} from '../../../ground/database/distribution.sql.ts'
import { listBrandIds } from '../../../storage/brand-store/brand-list.sql.ts'
import { CommandFailed } from '../command-failed.ts'
import { counted } from '../counted.ts'

const page = 'docs/scale.md explains it.'
const say = (...lines: readonly string[]) => void process.stdout.write(`${lines.join('\n')}\n`)

/** Spreads brands over the nodes: everything that there is, and from then on what later migrations make. */
export async function databaseDistribute(url: string, shards: number): Promise<void> {
  await onCoordinator(url, async (db) => {
    const workers = (await listNodes(db)).filter((node) => !node.isCoordinator && node.isActive)
    if (workers.length === 0)
      throw new CommandFailed(['There is no node to put brands on. Add one with "purser database add-node HOST PORT".'])
    const servers = await countServers(db)
    if (servers > 0)
      throw new CommandFailed([
        `Servers or workers are connected (${counted(servers, 'connection')}). Stop all of them first: their statements are planned for one machine, and they start again on the nodes.`,
      ])
    await lockDistribution(db)
    const done = await distributeTables(db, { shards, log: (line) => say(line) })
    say(
      done === 0
        ? 'Nothing was left to do: every table is distributed.'
        : `Done: ${counted(done, 'table')} over ${counted(workers.length, 'node')}. Start a server beside each node, with --coordinator. ${page}`,
    )
  })
}

export async function databaseAddNode(url: string, host: string, portText: string): Promise<void> {
  const port = toPort(portText)
  await onCoordinator(url, async (db) => {
    const { host: ownHost, port: ownPort } = db.client
    await nameCoordinator(db, ownHost, ownPort)
    await addNode(db, host, port)
    if (await findIsDistributed(db)) await completeNodes(db)
    say(
      `${host}:${port} is a node now.`,
      'Nothing has moved there yet: "purser database move-brand BRAND HOST:PORT" moves a brand.',
    )
  })
}

/** Shows what lies where. */
export async function databaseNodes(url: string): Promise<void> {
  await onCoordinator(url, async (db) => {
    const places = await placesOf(db)
    for (const node of await listNodes(db)) {
      const brands = places.filter((place) => isAt(place, node)).map(({ brand }) => brand)
      say(`${nameOf(node)} ${describe(node)}`, ...brands.map((brand) => `  ${brand}${sharing(brand, places)}`))
    }
  })
}

function describe({ isCoordinator: leads, isActive, shards, bytes }: ClusterNode): string {
  const role = leads ? 'coordinator' : 'node'
  return `${role}${isActive ? '' : ', not active'}: ${counted(shards, 'shard')}, ${Math.ceil(bytes / 2 ** 20)} MB`
}

function sharing(brand: string, places: readonly BrandPlace[]): string {
  const others = neighboursOf(brand, places)
  return others.length === 0 ? '' : `, in one shard with ${others.join(', ')}`
}

/** Moves a brand, and those that share its shard, to another node. */
export async function databaseMoveBrand(url: string, brand: string, nodeText: string): Promise<void> {
  await onCoordinator(url, async (db) => {
    const { place, neighbours } = await findPlace(db, brand)
    const nodes = await listNodes(db)
    const to = nodes.find((node) => nameOf(node) === nodeText)
    if (!to) throw new CommandFailed([`There is no node ${nodeText}. Nodes are ${nodes.map(nameOf).join(', ')}.`])
    if (isAt(place, to)) return say(`${brand} is at ${nodeText} already.`)
    const together = neighbours.length === 0 ? '' : `, and with it ${neighbours.join(', ')}, which share its shard`
    say(`Moving ${brand}${together}. Calls go on; at the end, those that change something wait for a moment.`)
    const began = performance.now()
    await cleanUp(db)
    await moveShard(db, place, to)
    await cleanUp(db)
    say(`${brand} is at ${nodeText} now (${secondsSince(began)} s).`)
  })
}

/** Gives a brand a shard of its own, so that it can be moved alone. */
export async function databaseIsolateBrand(url: string, brand: string): Promise<void> {
  await onCoordinator(url, async (db) => {
    const began = performance.now()
    const { place } = await findPlace(db, brand)
    const range = await findShardRange(db, brand)
    if (!range || range.first === range.last) return say(`${brand} has a shard of its own already.`)
    say(
      `Isolating ${brand}. Calls go on; once or twice, those of its shard that change something wait for a moment.`,
      'The shard goes to another node meanwhile, and brands that shared it may stay there.',
    )
    await cleanUp(db)
    if (range.own > range.first) await splitElsewhere(db, brand, range.own - 1)
    if (range.own < range.last) await splitElsewhere(db, brand, range.own)
    const { place: after } = await findPlace(db, brand)
    const where = nameOf(after) === nameOf(place) ? 'still' : 'now'
    say(
      `${brand} has a shard of its own (${secondsSince(began)} s), ${where} at ${nameOf(after)}. Move it with "purser database move-brand".`,
    )
  })
}

/** Divides the brand's shard, on the emptiest of the other nodes. */
async function splitElsewhere(db: Connection, brand: string, after: number): Promise<void> {
  const { place } = await findPlace(db, brand)
  const others = (await listNodes(db)).filter(
    (node) => !node.isCoordinator && node.isActive && nameOf(node) !== nameOf(place),
  )
  const [to] = others.toSorted((a, b) => a.bytes - b.bytes)
  if (!to) throw new CommandFailed(['It takes a second node, which the shard goes to. Add one first.', page])
  await splitShard(db, place.shard, after, to)
  await cleanUp(db)
}

const cleanUpMs = 120_000

/**
 * Waits until nothing is left of shards where they were: as long as something is, they cannot go back there, and
 * customers who are erased meanwhile would live on in it.
 */
async function cleanUp(db: Connection): Promise<void> {
  const until = performance.now() + cleanUpMs
  while ((await dropLeftovers(db)) > 0) {
    if (performance.now() > until)
      return say('Copies are left on the nodes that brands came from; Citus deletes them later.')
    await sleep(500)
  }
}

const secondsSince = (began: number) => Math.ceil((performance.now() - began) / 1000)
const nameOf = ({ host, port }: Pick<ClusterNode, 'host' | 'port'>) => `${host}:${port}`
const isAt = (place: BrandPlace, node: ClusterNode) => nameOf(place) === nameOf(node)

function neighboursOf(brand: string, places: readonly BrandPlace[]): string[] {
  const shard = places.find((place) => place.brand === brand)?.shard
  return places.filter((place) => place.shard === shard && place.brand !== brand).map((place) => place.brand)
}

async function findPlace(db: Connection, brand: string) {
  const places = await placesOf(db)
  const place = places.find((one) => one.brand === brand)
  if (!place) throw new CommandFailed([`There is no brand ${brand}.`])
  return { place, neighbours: neighboursOf(brand, places) }
}

async function placesOf(db: Connection): Promise<BrandPlace[]> {
  if (!(await findIsDistributed(db)))
    throw new CommandFailed(['Brands are not distributed yet: "purser database distribute" does it.', page])
  return listBrandPlaces(db, await listBrandIds(db))
}

function toPort(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port > 0 && port < 65_536) return port
  throw new CommandFailed([`${text} is no port. Write the host and the port as two words.`])
}

/** These commands take as long as they take. */
async function onCoordinator(url: string, use: (db: Connection) => Promise<void>): Promise<void> {
  const db = await Connection.open({ url, name: 'purser command', lockTimeoutMs: 0, statementTimeoutMs: 0 })
  try {
    if (!(await hasCitus(db)))
      throw new CommandFailed([
        'This database does not have the extension Citus, which brands are distributed with. On each node, have an',
        'administrator add citus to shared_preload_libraries, restart PostgreSQL, and run in this database:',
        '',
        'create extension citus;',
        '',
        page,
      ])
    if (!(await isCoordinator(db)))
      throw new CommandFailed([
        'This node is not the coordinator. Name that one with --coordinator or PURSER_COORDINATOR.',
      ])
    await use(db)
  } finally {
    await db.close()
  }
}
