import type { BrandId } from '../kernel/ids.ts'
import { plainArray, textArray } from './arrays.ts'
import type { Sql } from './connection.ts'

/** A table of ours, and how it lies over the nodes. */
export interface OwnTable {
  readonly name: string
  readonly hasBrand: boolean
  readonly isDistributed: boolean
  /** Tables that its rows refer to, itself not among them. */
  readonly refersTo: readonly string[]
}

/** What lies where: Citus is an extension that the operator has installed, or not. */
export async function hasCitus(db: Sql): Promise<boolean> {
  const rows = await db.rows`select from pg_extension where extname = 'citus'`
  return rows.length > 0
}

/** Whether brands lie on several nodes. Asked once for each process, so that a plain PostgreSQL pays nothing for it. */
export async function findIsDistributed(db: Sql): Promise<boolean> {
  if (!(await hasCitus(db))) return false
  const rows = await db.rows`select from pg_dist_partition where logicalrelid = to_regclass('brand')`
  return rows.length > 0
}

/** Whether tables may be changed here. A node that is no coordinator knows them, and changes none. */
export async function isCoordinator(db: Sql): Promise<boolean> {
  const rows = await db.rows`select from pg_dist_local_group where groupid = 0`
  return rows.length > 0
}

/** The tables that migrations made, with those that they refer to. Partitions go where their table goes. */
export function listOwnTables(db: Sql): Promise<OwnTable[]> {
  return db.rows<OwnTable>`
    select own.relname as name,
      exists (select from pg_attribute where attrelid = own.oid and attname = 'brand_id') as "hasBrand",
      exists (select from pg_dist_partition where logicalrelid = own.oid) as "isDistributed",
      array(
        select distinct target.relname::text
        from pg_constraint
        join pg_class as target on target.oid = confrelid
        where conrelid = own.oid and contype = 'f' and conparentid = 0 and confrelid <> conrelid) as "refersTo"
    from pg_class as own
    where own.relnamespace = current_schema()::regnamespace and own.relkind in ('r', 'p') and not own.relispartition
      and own.relowner = (select relowner from pg_class where oid = 'migration'::regclass)
      and not exists (
        select from pg_depend where objid = own.oid and classid = 'pg_class'::regclass and deptype = 'e')
    order by own.relname`
}

/** For the transaction: each node is told of one part after the other, by one connection that sees what was done before. */
export async function sendInTurn(db: Sql): Promise<void> {
  await db.rows`set local citus.multi_shard_modify_mode = 'sequential'`
}

/** Distributes the first table of all: the others follow its brands. */
export async function distributeBrands(db: Sql, shards: number): Promise<void> {
  await db.rows`select create_distributed_table('brand', 'brand_id', shard_count => ${shards}::integer)`
}

/** The rows of a brand lie on one node, whichever table they are in. */
export async function distributeTable(db: Sql, table: string): Promise<void> {
  await db.rows`select create_distributed_table(${table}::regclass, 'brand_id', colocate_with => 'brand')`
}

/** Keeps a table that has no brands at the coordinator, and tells the nodes so: their statements on it are sent there. */
export async function keepAtCoordinator(db: Sql, table: string): Promise<void> {
  await db.rows`select citus_add_local_table_to_metadata(${table}::regclass, cascade_via_foreign_keys => true)`
}

/** Tables whose rows of before are still on the coordinator's disk, where nobody sees them: erased customers, too. */
export async function listLeftBehind(db: Sql): Promise<string[]> {
  const rows = await db.rows<{ name: string }>`
    select relation.relname as name
    from pg_dist_partition
    join pg_class as relation on relation.oid = logicalrelid
    where relation.relkind = 'r' and relation.relnamespace = current_schema()::regnamespace and partmethod = 'h'
      and pg_relation_size(relation.oid) > 0
    order by relation.relname`
  return rows.map((row) => row.name)
}

export async function truncateLeftBehind(db: Sql, table: string): Promise<void> {
  await db.rows`select truncate_local_data_after_distributing_table(${table}::regclass)`
}

export interface ClusterNode {
  readonly id: number
  readonly host: string
  readonly port: number
  readonly isCoordinator: boolean
  readonly isActive: boolean
  /** Parts of tables that lie there, and how much they take. */
  readonly shards: number
  readonly bytes: number
}

/** Every node with what lies there. */
export function listNodes(db: Sql): Promise<ClusterNode[]> {
  return db.rows<ClusterNode>`
    select nodeid as id, node.nodename as host, node.nodeport as port, groupid = 0 as "isCoordinator", isactive as "isActive",
      count(shardid) as shards, coalesce(sum(shard_size), 0)::bigint as bytes
    from pg_dist_node as node
    left join citus_shards as placed on placed.nodename = node.nodename and placed.nodeport = node.nodeport
      and citus_table_type = 'distributed'
    where noderole = 'primary'
    group by nodeid, node.nodename, node.nodeport, groupid, isactive
    order by groupid`
}

export interface BrandPlace {
  readonly brand: BrandId
  readonly shard: number
  readonly host: string
  readonly port: number
}

/** Where each of these brands lies. Brands of one shard lie together, and move together. */
export function listBrandPlaces(db: Sql, brands: readonly BrandId[]): Promise<BrandPlace[]> {
  return db.rows<BrandPlace>`
    select id as brand, shardid as shard, nodename as host, nodeport as port
    from unnest(${textArray(brands)}::text[]) as wanted (id)
    join citus_shards on table_name = 'brand'::regclass
      and shardid = get_shard_id_for_distribution_column('brand', id)
    order by id`
}

/** Tells the nodes where the coordinator is, unless they know: servers beside them ask it for some things. */
export async function nameCoordinator(db: Sql, host: string, port: number): Promise<void> {
  const rows = await db.rows`select from pg_dist_node where groupid = 0`
  if (rows.length === 0) await db.rows`select citus_set_coordinator_host(${host}, ${port}::integer)`
}

export async function addNode(db: Sql, host: string, port: number): Promise<void> {
  await db.rows`select citus_add_node(${host}, ${port}::integer)`
}

/** Copies the tables without brands to nodes that have none yet. */
export async function completeNodes(db: Sql): Promise<void> {
  await db.rows`select replicate_reference_tables(shard_transfer_mode => 'block_writes')`
}

/**
 * Moves a shard of every table to another node, by a copy that follows what is written meanwhile. Calls of its brands wait
 * only at the end. Blocking writes would take longer, and stop every insert of every brand: Citus locks all shards then.
 */
export async function moveShard(
  db: Sql,
  { shard, host, port }: Pick<BrandPlace, 'shard' | 'host' | 'port'>,
  to: Pick<ClusterNode, 'host' | 'port'>,
): Promise<void> {
  await db.rows`
    select citus_move_shard_placement(${shard}::bigint, ${host}, ${port}::integer, ${to.host}, ${to.port}::integer,
      shard_transfer_mode => 'force_logical')`
}

/** A brand's number among those that shards are made of, and the numbers that its shard has. */
export interface ShardRange {
  readonly shard: number
  readonly first: number
  readonly last: number
  readonly own: number
}

export async function findShardRange(db: Sql, brand: BrandId): Promise<ShardRange | undefined> {
  const [range] = await db.rows<ShardRange>`
    select shardid as shard, shardminvalue::integer as first, shardmaxvalue::integer as last,
      worker_hash(${brand}::text) as own
    from pg_dist_shard
    where logicalrelid = 'brand'::regclass and shardid = get_shard_id_for_distribution_column('brand', ${brand}::text)`
  return range
}

/**
 * Divides a shard of every table after a number, by a copy that follows what is written meanwhile. Both halves go to
 * another node: Citus does not end where they stay, because it cannot follow changes of rows before the halves have keys.
 */
export async function splitShard(db: Sql, shard: number, after: number, to: Pick<ClusterNode, 'id'>): Promise<void> {
  await db.rows`
    select citus_split_shard_by_split_points(${shard}::bigint, ${textArray([String(after)])}::text[],
      ${plainArray([to.id, to.id])}::integer[], 'force_logical')`
}

/** Deletes what moved shards have left where they were, if nobody else is at it, and says how much is still there. */
export async function dropLeftovers(db: Sql): Promise<number> {
  await db.rows`call citus_cleanup_orphaned_resources()`
  const [row] = await db.rows<{ left: number }>`select count(*) as left from pg_dist_cleanup`
  return row?.left ?? 0
}

/** Servers and workers that are connected just now. */
export async function countServers(db: Sql): Promise<number> {
  const [row] = await db.rows<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name in ('purser', 'purser lane', 'purser jobs')`
  return row?.count ?? 0
}

/** Only one process at a time distributes tables. The session holds the lock until it ends. */
export async function lockDistribution(db: Sql): Promise<void> {
  await db.rows`select pg_advisory_lock(hashtextextended('purser distribution', 0))`
}

/** The last migration that the database had. */
export async function findLastMigration(db: Sql): Promise<number> {
  const [row] = await db.rows<{ last: number | null }>`select max(number) as last from migration`
  return row?.last ?? 0
}

/**
 * Nodes talk to each other as the role that is connected, so it must be able to log in, and must wait for locks there no
 * longer than here: what a connection is opened with does not reach other nodes.
 */
export async function letRoleReachNodes(db: Sql): Promise<void> {
  // Only if something is missing: a login that may not change roles must be able to start a server.
  const rows = await db.rows`
    select from pg_roles
    where rolname = 'purser_app'
      and (not rolcanlogin or 'lock_timeout=1s' <> all (coalesce(rolconfig, array[]::text[])))`
  if (rows.length === 0) return
  await db.rows`alter role purser_app login`
  await db.rows`alter role purser_app set lock_timeout = '1s'`
}

/** Whether no node may lose what it has committed. A node that does not answer counts as one that may. */
export async function areNodesDurable(db: Sql): Promise<boolean> {
  const command = `select count(*) from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`
  const rows = await db.rows<{ success: boolean; result: string }>`
    select success, result from run_command_on_all_nodes(${command})`
  return rows.every(({ success, result }) => success && result === '0')
}
