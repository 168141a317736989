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
  const [row] = await db.rows<{ answer: boolean }>`select citus_is_coordinator() as answer`
  return row?.answer ?? true
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

/** Distributes the first table of all: the others follow its brands. */
export async function distributeBrands(db: Sql, shards: number): Promise<void> {
  await db.rows`select create_distributed_table('brand', 'brand_id', shard_count => ${shards}::integer)`
}

/** The rows of a brand lie on one node, whichever table they are in. */
export async function distributeTable(db: Sql, table: string): Promise<void> {
  await db.rows`select create_distributed_table(${table}::regclass, 'brand_id', colocate_with => 'brand')`
}

/** Puts a table that has no brands on every node. */
export async function copyToEveryNode(db: Sql, table: string): Promise<void> {
  await db.rows`select create_reference_table(${table}::regclass)`
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
  readonly holdsShards: boolean
  readonly brands: number
  readonly shards: number
  readonly bytes: number
}

/** Every node with what lies there. */
export async function listNodes(db: Sql): Promise<ClusterNode[]> {
  return db.rows<ClusterNode>`
    with placed as (
      select nodename, nodeport, count(*) as shards, sum(shard_size) as bytes from citus_shards
      group by nodename, nodeport),
    counted as (
      select nodename, nodeport, count(*) as brands
      from brand
      join citus_shards on table_name = 'brand'::regclass
        and shardid = get_shard_id_for_distribution_column('brand', brand_id)
      group by nodename, nodeport)
    select nodeid as id, node.nodename as host, node.nodeport as port, groupid = 0 as "isCoordinator",
      isactive as "isActive", shouldhaveshards as "holdsShards", coalesce(brands, 0) as brands,
      coalesce(shards, 0) as shards, coalesce(bytes, 0)::bigint as bytes
    from pg_dist_node as node
    left join placed on placed.nodename = node.nodename and placed.nodeport = node.nodeport
    left join counted on counted.nodename = node.nodename and counted.nodeport = node.nodeport
    where noderole = 'primary'
    order by groupid, node.nodename, node.nodeport`
}

export interface BrandPlace {
  readonly shard: number
  readonly host: string
  readonly port: number
  /** Brands that lie in the same shard: they move with this one. */
  readonly neighbours: readonly string[]
}

/**
 * Nodes talk to each other as the role that is connected, so it must be able to log in, and must wait for locks there no
 * longer than here: what a connection is opened with does not reach other nodes.
 */
export async function letRoleReachNodes(db: Sql): Promise<void> {
  const rows = await db.rows`select from pg_roles where rolname = 'purser_app'`
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
