import type { CardFactName } from '../../domain/brand/facts/all.ts'
import type { FactArguments } from '../../domain/brand/rules/arguments.ts'
import { findValueType } from '../../domain/brand/value-types.ts'
import { bucketOf } from '../../domain/card/card.ts'
import { plainArray, textArray } from '../../ground/database/arrays.ts'
import { type Fragment, sql } from '../../ground/database/fragment.ts'
import { day, type Instant } from '../../ground/kernel/time.ts'
import type { Frame } from './frame.ts'
import { oneFlag, oneNumber, oneText, type SqlFact } from './value-test.sql.ts'

export type SqlFactSource = (frame: Frame, given: FactArguments) => SqlFact
export type SqlFacts = { readonly [Name in CardFactName]?: SqlFactSource }

/** Facts about a root card and its balances. `card` is the row of the slice. */
export const cardSqlFacts = {
  'card.number': () => oneText(sql`card.card_number`),
  'card.setId': () => oneText(sql`card.card_set_id`),
  // A card past its expiry is expired, whether or not that was booked.
  'card.status': ({ clock }) =>
    oneText(sql`case when card.status in ('Activated', 'Demo') and card.expires_at <= ${instant(clock.now)}
      then 'Expired' else card.status end`),
  'card.isEnrolled': (frame) => oneFlag(sql`${account(frame)}.enrolled_at is not null`),
  'card.isChild': () => oneFlag(sql`false`),
  'card.hasChildren': ({ brand }) =>
    oneFlag(
      sql`exists (select from card as child where child.brand_id = ${brand.id}::text and child.root_id = card.card_id)`,
    ),
  'card.daysSinceActivation': (frame) => oneNumber(fullDaysSinceSql(sql`card.activated_at`, frame)),
  'card.daysSinceEnrollment': (frame) => oneNumber(fullDaysSinceSql(sql`${account(frame)}.enrolled_at`, frame)),
  'program.id': (frame) => oneText(programOf(frame)),

  balance: (frame, given) => balanceOf(frame, given, { sum: sql`amount - held`, where: spendable(frame) }),
  'balance.held': (frame, given) => balanceOf(frame, given, { sum: sql`held`, where: sql`true` }),
  'balance.expiring': (frame, given) => {
    const until = sql`expires_at <= ${instant(endOf(given, frame))}`
    return balanceOf(frame, given, { sum: sql`amount - held`, where: sql`${spendable(frame)} and ${until}` })
  },

  random: ({ brand, owner }) => {
    // Hashes the JSON of the three texts exactly as JavaScript writes it.
    const names = JSON.stringify([brand.id, owner]).slice(0, -1)
    const text = sql`${names}::text || ',' || to_json(card.card_number)::text || ']'`
    const number = sql`('x' || encode(substr(sha256(convert_to(${text}, 'UTF8')), 1, 6), 'hex'))::bit(48)::bigint`
    return oneNumber(sql`(${number} % 100)::numeric`)
  },
} satisfies SqlFacts

/** The customer's row. Not every card has one. */
export function account(frame: Frame): Fragment {
  frame.join(
    'account',
    () => sql`left join account on account.brand_id = ${frame.brand.id}::text and account.card_id = card.card_id`,
  )
  return sql`account`
}

/** An instant as the database has it. */
export const instant = (at: Instant): Fragment => sql`to_timestamp(${at}::float8 / 1000)`

/** The number of full periods of 24 hours since then. Truncated to milliseconds, as JavaScript has no more. */
export function fullDaysSinceSql(past: Fragment, { clock }: Frame): Fragment {
  const elapsed = sql`${clock.now}::numeric - extract(epoch from date_trunc('milliseconds', ${past})) * 1000`
  return sql`case when ${past} is not null then greatest(0, floor((${elapsed}) / ${day}::numeric)) end`
}

/** Restricts a query to the cards of the slice. */
export function inRange({ brand, range }: Frame): Fragment {
  return sql`brand_id = ${brand.id}::text and card_id > ${range.after}::bigint and card_id <= ${range.upto}::bigint`
}

export function programOf(frame: Frame): Fragment {
  const sets = [...frame.brand.cardSets]
  const names = textArray(sets.map(([set]) => set))
  const programs = textArray(sets.map(([, program]) => program.id))
  frame.join(
    'program',
    () => sql`left join unnest(${names}::text[], ${programs}::text[]) as program (card_set_id, program_id)
      on program.card_set_id = card.card_set_id`,
  )
  return sql`program.program_id`
}

const spendable = ({ clock }: Frame): Fragment =>
  sql`amount > held and (expires_at is null or expires_at > ${instant(clock.now)})
    and (active_at is null or active_at <= ${instant(clock.now)})`

function endOf({ within }: FactArguments, { clock }: Frame): Instant {
  if (!within) return clock.now
  return 'calendar' in within ? clock.endOf(within.calendar) : clock.now + within.days * day
}

/** If the card's program lacks the value type, the fact is missing, not 0. */
function balanceOf(frame: Frame, given: FactArguments, lots: { sum: Fragment; where: Fragment }): SqlFact {
  const purses = [...frame.brand.cardSets].flatMap(([set, program]) => {
    const type = findValueType(program, given)
    return type ? [{ set, id: type.id, scale: type.scale, bucket: bucketOf(type, given.subtrack) }] : []
  })
  const sums = frame.once(
    'fact',
    JSON.stringify([given, lots.sum, lots.where]),
    () => sql`select card_id, value_type_id, sum(${lots.sum}) as value
      from lot where ${inRange(frame)} and is_open and ${lots.where}
        and (value_type_id, bucket) in (
          select * from unnest(${plainArray(purses.map(({ id }) => id))}::integer[],
            ${textArray(purses.map(({ bucket }) => bucket))}::text[]))
      group by card_id, value_type_id`,
  )
  const names = sql`${textArray(purses.map(({ set }) => set))}::text[]`
  const ids = sql`${plainArray(purses.map(({ id }) => id))}::integer[]`
  const scales = sql`${plainArray(purses.map(({ scale }) => scale))}::integer[]`
  return oneNumber(sql`(select coalesce(${sums}.value, 0) * 10::numeric ^ (-purse.scale)
    from unnest(${names}, ${ids}, ${scales}) as purse (card_set_id, value_type_id, scale)
    left join ${sums} on ${sums}.card_id = card.card_id and ${sums}.value_type_id = purse.value_type_id
    where purse.card_set_id = card.card_set_id)`)
}
