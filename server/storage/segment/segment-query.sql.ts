import assert from 'node:assert/strict'
import type { Brand } from '../../domain/brand/brand.ts'
import type { BrandDocument } from '../../domain/brand/document.ts'
import type { CardFactName } from '../../domain/brand/facts/all.ts'
import type { Condition } from '../../domain/brand/rules/conditions.ts'
import { LocalClock } from '../../domain/campaign/clock.ts'
import { type Fragment, joined, sql } from '../../ground/database/fragment.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { cardSqlFacts, inRange, type SqlFactSource } from './card-facts.sql.ts'
import { customerSqlFacts } from './customer-facts.sql.ts'
import { type CardRange, Frame } from './frame.ts'
import { pastSqlFacts } from './past-facts.sql.ts'
import { tierSqlFacts } from './tier-facts.sql.ts'
import { testFact } from './value-test.sql.ts'

export type Segment = BrandDocument['segments'][number]

/** Every fact that a segment may ask for: one of the card that has no SQL does not compile. */
const everyFact: Readonly<Record<CardFactName, SqlFactSource>> = {
  ...cardSqlFacts,
  ...customerSqlFacts,
  ...pastSqlFacts,
  ...tierSqlFacts,
}
export const sqlFacts: Readonly<Record<string, SqlFactSource>> = everyFact

/** What the `random` fact of a segment is seeded with. No campaign has such an id. */
export const segmentOwner = (id: string) => `segments/${id}`

/**
 * The cards of a slice that are in a segment, as common table expressions that end with `wanted (card_id)`. Cards that
 * no customer ever had are in no segment, nor are cards that were transferred to another one.
 */
export function wantedCards(brand: Brand, segment: Segment, range: CardRange, now: Instant): Fragment {
  const clock = new LocalClock(now, brand.timeZone)
  const frame = new Frame({ brand, clock, range, owner: segmentOwner(segment.id) })
  const holds = conditionSql({ all: segment.where }, frame)
  const queries = frame.queries.map(({ name, query }) => sql`${name} as (${query}),\n`)
  return sql`${joined(queries, '\n')}
    wanted as materialized (
      select card.card_id
      from (
        select card_id, card_number, card_set_id, status, activated_at, expires_at
        from card
        where ${inRange(frame)} and root_id is null
          and status not in ('Inventory', 'Distributed', 'Transfer')) as card
      ${joined(frame.joins, '\n')}
      where ${holds})`
}

function conditionSql(condition: Condition, frame: Frame): Fragment {
  const within = (list: readonly Condition[]) => list.map((one) => conditionSql(one, frame))
  if ('fact' in condition) {
    const source = sqlFacts[condition.fact]
    assert(source, `the fact ${condition.fact} of an applied segment is known`)
    return testFact(source(frame, condition), condition)
  }
  if ('all' in condition) return combined(within(condition.all), ' and ')
  if ('any' in condition) return combined(within(condition.any), ' or ')
  if ('none' in condition) return sql`not ${combined(within(condition.none), ' or ')}`
  const counted = within(condition.of).map((one) => sql`(${one})::integer`)
  return sql`(${joined([sql`0`, ...counted], ' + ')} >= ${condition.atLeast}::integer)`
}

/** Without parts, `and` holds and `or` does not. */
function combined(parts: readonly Fragment[], word: ' and ' | ' or '): Fragment {
  return sql`(${joined([word === ' and ' ? sql`true` : sql`false`, ...parts], word)})`
}
