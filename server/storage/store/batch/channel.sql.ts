import { type Channel, unknownChannel } from '../../../domain/channel/channel.ts'
import {
  type ChannelKind,
  type ChannelName,
  type ChannelUser,
  channelKey,
} from '../../../domain/channel/channel-user.ts'
import type { ConsentSaid } from '../../../domain/channel/consent-said.ts'
import { inOrder, instantArray, plainArray, textArray, timeArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

interface ChannelRow {
  channel: ChannelKind
  user_key: string
  channel_user: string
  global_opt_in: boolean
  transactional_opt_in: boolean
  double_opt_in: boolean
  double_opt_in_confirmed: boolean
  lists: Channel['lists']
  key_values: Channel['keyValues']
  changed_at: Instant
  said: ConsentSaid | null
}

/**
 * Locks and reads channels, in the order of their names, after all coupons. A single statement decides which ones exist.
 * If another batch inserts the same user in the meantime, the second insert fails and its batch is tried again.
 */
export async function lockChannels(db: Sql, brand: BrandId, users: readonly ChannelUser[]): Promise<Channel[]> {
  // Lists of keys instead of a join: after waiting for a lock, PostgreSQL's recheck would drop rows of a join.
  const keysOf = (channel: ChannelUser['channel']) =>
    users.filter((user) => user.channel === channel).map(({ key }) => key)
  const rows = await db.rows<ChannelRow>`
    select channel, user_key, channel_user, global_opt_in, transactional_opt_in, double_opt_in,
      double_opt_in_confirmed, lists, key_values, changed_at, said
    from channel
    where brand_id = ${brand} and (
      (channel = 'email' and user_key = any(${textArray(keysOf('email'))}::text[]))
      or (channel = 'phone' and user_key = any(${textArray(keysOf('phone'))}::text[])))
    order by channel, user_key
    for no key update`
  const known = new Map(rows.map((row) => [channelKey({ channel: row.channel, key: row.user_key }), toChannel(row)]))
  return users.map((user) => known.get(channelKey(user)) ?? unknownChannel(user))
}

/** Finds a channel by its name, without a lock. */
export async function findChannel(
  db: Sql,
  brand: BrandId,
  { channel, key }: ChannelName,
): Promise<Channel | undefined> {
  const [row] = await db.rows<ChannelRow>`
    select channel, user_key, channel_user, global_opt_in, transactional_opt_in, double_opt_in,
      double_opt_in_confirmed, lists, key_values, changed_at, said
    from channel
    where brand_id = ${brand} and channel = ${channel} and user_key = ${key}`
  return row && toChannel(row)
}

/** What the users of these addresses and numbers agreed to. Unknown users are left out. */
export async function listChannels(db: Sql, brand: BrandId, names: readonly ChannelName[]): Promise<Channel[]> {
  if (names.length === 0) return []
  const rows = await db.rows<ChannelRow>`
    select channel, user_key, channel_user, global_opt_in, transactional_opt_in, double_opt_in,
      double_opt_in_confirmed, lists, key_values, changed_at, said
    from channel
    where brand_id = ${brand} and (channel, user_key) in (
      select * from unnest(${plainArray(names.map(({ channel }) => channel))}::text[],
        ${textArray(names.map(({ key }) => key))}::text[]))`
  return rows.map(toChannel)
}

function toChannel(row: ChannelRow): Channel {
  return {
    channel: row.channel,
    key: row.user_key,
    user: row.channel_user,
    globalOptIn: row.global_opt_in,
    transactionalOptIn: row.transactional_opt_in,
    doubleOptIn: row.double_opt_in,
    doubleOptInConfirmed: row.double_opt_in_confirmed,
    lists: row.lists,
    keyValues: row.key_values,
    changedAt: row.changed_at,
    ...(row.said && { said: row.said }),
  }
}

/** Fails if somebody else has inserted one of them in the meantime. */
export function insertChannels(db: Sql, brand: BrandId, channels: readonly Channel[]): Promise<unknown> {
  const sorted = inOrder(channels, ({ channel, key }) => `${channel} ${key}`)
  return db.rows`
    insert into channel (brand_id, channel, user_key, channel_user, global_opt_in, transactional_opt_in, double_opt_in,
      double_opt_in_confirmed, lists, key_values, created_at, changed_at, said)
    values (${brand},
      unnest(${plainArray(sorted.map(({ channel }) => channel))}::text[]),
      unnest(${textArray(sorted.map(({ key }) => key))}::text[]),
      unnest(${textArray(sorted.map(({ user }) => user))}::text[]),
      unnest(${plainArray(sorted.map(({ globalOptIn }) => globalOptIn))}::boolean[]),
      unnest(${plainArray(sorted.map(({ transactionalOptIn }) => transactionalOptIn))}::boolean[]),
      unnest(${plainArray(sorted.map(({ doubleOptIn }) => doubleOptIn))}::boolean[]),
      unnest(${plainArray(sorted.map(({ doubleOptInConfirmed }) => doubleOptInConfirmed))}::boolean[]),
      unnest(${textArray(sorted.map(({ lists }) => JSON.stringify(lists)))}::jsonb[]),
      unnest(${textArray(sorted.map(({ keyValues }) => JSON.stringify(keyValues)))}::jsonb[]),
      unnest(${timeArray(sorted.map(({ changedAt }) => changedAt))}::timestamptz[]),
      unnest(${timeArray(sorted.map(({ changedAt }) => changedAt))}::timestamptz[]),
      unnest(${textArray(sorted.map(({ said }) => said && JSON.stringify(said)))}::jsonb[]))`
}

/** Writes whole rows: they are locked, so nobody else changes them. */
export function updateChannels(db: Sql, brand: BrandId, channels: readonly Channel[]): Promise<unknown> {
  return db.rows`
    update channel
    set global_opt_in = after.global_opt_in, transactional_opt_in = after.transactional_opt_in,
      double_opt_in = after.double_opt_in, double_opt_in_confirmed = after.double_opt_in_confirmed,
      lists = after.lists, key_values = after.key_values, changed_at = to_timestamp(after.changed_at::float8 / 1000),
      said = nullif(after.said, 'null'::jsonb)
    from unnest(
      ${plainArray(channels.map(({ channel }) => channel))}::text[],
      ${textArray(channels.map(({ key }) => key))}::text[],
      ${plainArray(channels.map(({ globalOptIn }) => globalOptIn))}::boolean[],
      ${plainArray(channels.map(({ transactionalOptIn }) => transactionalOptIn))}::boolean[],
      ${plainArray(channels.map(({ doubleOptIn }) => doubleOptIn))}::boolean[],
      ${plainArray(channels.map(({ doubleOptInConfirmed }) => doubleOptInConfirmed))}::boolean[],
      ${textArray(channels.map(({ lists }) => JSON.stringify(lists)))}::jsonb[],
      ${textArray(channels.map(({ keyValues }) => JSON.stringify(keyValues)))}::jsonb[],
      ${instantArray(channels.map(({ changedAt }) => changedAt))}::bigint[],
      ${textArray(channels.map(({ said = null }) => JSON.stringify(said)))}::jsonb[])
      as after (channel, user_key, global_opt_in, transactional_opt_in, double_opt_in, double_opt_in_confirmed, lists,
        key_values, changed_at, said)
    where channel.brand_id = ${brand} and channel.channel = after.channel and channel.user_key = after.user_key`
}
