import type { Program } from '../../domain/brand/brand.ts'
import type { FactArguments } from '../../domain/brand/rules/arguments.ts'
import type { TierMeasure, Tiers } from '../../domain/brand/shapes/tier-shape.ts'
import { decimalOfMicro, microOfNumber } from '../../domain/campaign/tier/measure.ts'
import { type Fragment, joined, sql } from '../../ground/database/fragment.ts'
import { canonicalJson } from '../../ground/kernel/canonical-json.ts'
import { decimalText } from '../../ground/kernel/decimal.ts'
import { instant, programOf, type SqlFacts } from './card-facts.sql.ts'
import type { Frame } from './frame.ts'
import { pastSqlFacts, since, sumOf, withInherited } from './past-facts.sql.ts'
import { oneNumber, oneText } from './value-test.sql.ts'

/**
 * Levels by what is booked and by what is enough now, the same way as `showTier`. A level whose time is over counts as
 * none until the job has booked what became of it, within a minute.
 */
export const tierSqlFacts = {
  tier: (frame, given) =>
    oneText(
      ofPrograms(frame, given, ({ levels }, { rank }) =>
        cased(
          rank,
          levels.map(({ id }) => sql`${id}::text`),
          1,
        ),
      ),
    ),
  'tier.rank': (frame, given) => oneNumber(ofPrograms(frame, given, (_, { rank }) => sql`${rank}::numeric`)),
  'tier.missing': (frame, given) =>
    oneNumber(
      ofPrograms(frame, given, ({ levels }, { rank, measured }) =>
        cased(
          rank,
          levels.map(({ at }) => sql`greatest(${threshold(at)} - ${measured}, 0)`),
          0,
        ),
      ),
    ),
} satisfies SqlFacts

interface TierStanding {
  readonly rank: Fragment
  readonly measured: Fragment
}

/** A card has a level in its own program only. */
function ofPrograms(
  frame: Frame,
  { program: asked }: FactArguments,
  read: (tiers: Tiers, standing: TierStanding) => Fragment,
): Fragment {
  const programs = [...frame.brand.programs.values()].filter(({ id }) => asked === undefined || asked === id)
  const branches = programs.flatMap((program) => {
    const { tiers } = program
    return tiers
      ? [sql`when ${programOf(frame)} = ${program.id}::text then ${read(tiers, standingIn(frame, program, tiers))}`]
      : []
  })
  return branches.length === 0 ? sql`null` : sql`case ${joined(branches, '\n')} end`
}

function standingIn(frame: Frame, { id }: Program, tiers: Tiers): TierStanding {
  const { clock } = frame
  frame.join(
    'tier',
    () => sql`left join card_tier on card_tier.brand_id = ${frame.brand.id}::text and card_tier.card_id = card.card_id`,
  )
  const measured = measuredBy(frame, tiers.by)
  const isKept = sql`(card_tier.kept_until is null or card_tier.kept_until > ${instant(clock.now)})`
  const isBooked = sql`card_tier.program_id = ${id}::text`
  const kept = sql`case when ${isBooked} and ${isKept} then ${rankOf(tiers, sql`card_tier.level_id`)} else 0 end`
  const manual = sql`case when ${isBooked} and card_tier.override_until > ${instant(clock.now)}
    then ${rankOf(tiers, sql`card_tier.override_level`)} else 0 end`
  const reached = tiers.levels
    .map(({ at }, index) => sql`when ${measured} >= ${threshold(at)} then ${index + 1}::integer`)
    .toReversed()
  const computed = sql`greatest(${kept}, case ${joined(reached, '\n')} else 0 end)`
  return { rank: sql`coalesce(nullif(${manual}, 0), ${computed})`, measured }
}

function rankOf({ levels }: Tiers, level: Fragment): Fragment {
  const ranks = levels.map(({ id }, index) => sql`when ${id}::text then ${index + 1}::integer`)
  return sql`case ${level} ${joined(ranks, '\n')} else 0 end`
}

/** One of the values, by the rank; null for other ranks. */
function cased(rank: Fragment, values: readonly Fragment[], first: 0 | 1): Fragment {
  const branches = values.map((value, index) => sql`when ${index + first}::integer then ${value}`)
  return sql`case ${rank} ${joined(branches, '\n')} end`
}

const threshold = (at: number): Fragment => sql`${decimalText(decimalOfMicro(microOfNumber(at)))}::numeric`

function measuredBy(frame: Frame, by: TierMeasure): Fragment {
  const given: FactArguments = by.within ? { within: by.within } : {}
  const source = by.fact === 'earned' ? undefined : pastSqlFacts[by.fact]
  const fact = source
    ? source(frame, given)
    : sumOf(frame, { key: canonicalJson(['earned', by]), query: () => earnedQuery(frame, by) })
  return fact.kind === 'one' ? fact.value : sql`0`
}

/** Sums up the same as `sumEarned`. */
function earnedQuery(frame: Frame, { balanceType, balanceCode = '', within }: TierMeasure): Fragment {
  const brand = sql`${frame.brand.id}::text`
  const calls = withInherited(
    frame,
    sql`request`,
    sql`card_id as own_id, child_id, request_ref, happened_at, voided_by, card_seq`,
  )
  const elsewhere = withInherited(
    frame,
    sql`call_elsewhere`,
    sql`coalesce(child_id, card_id) as own_id, null::bigint as child_id, request_ref`,
  )
  const sales = withInherited(frame, sql`checkout`, sql`kind, happened_at, is_voided, content, returned`)
  const type = sql`join value_type as type on type.brand_id = ${brand} and type.balance_type = ${balanceType ?? ''}::text
    and type.balance_code = ${balanceCode}::text`
  return sql`select card_id, sum(amount * 10::numeric ^ (-scale)) as value
    from (
      select call.card_id, type.scale, ledger.amount::numeric as amount
      from (
        select card_id, own_id, child_id, request_ref from ${calls}
        where ${since(within, frame)} and voided_by is null and card_seq is not null
        union all
        select call_elsewhere.card_id, own_id, call_elsewhere.child_id, call_elsewhere.request_ref
        from ${elsewhere}
        join (select request_ref, happened_at from request where brand_id = ${brand} and voided_by is null) as made
          using (request_ref)
        where ${since(within, frame)}) as call
      join ledger on ledger.brand_id = ${brand} and ledger.request_ref = call.request_ref
        and (ledger.card_id = call.own_id or ledger.card_id = call.child_id)
      ${type} and type.value_type_id = ledger.value_type_id
      join lot on lot.brand_id = ${brand} and lot.card_id = ledger.card_id and lot.lot_no = ledger.lot_no
      where issuance_index is not null and ledger.amount > 0 and ledger.kind in ('Campaign', 'UpdateBalance')
        and not return_related and coalesce(ledger.origin ->> 'trigger', '') <> 'tier'
      union all
      select checkout.card_id, type.scale, -(one -> 'takenBack' ->> (place - 1)::integer)::numeric
      from ${sales}
      cross join lateral json_array_elements(content -> 'mutations') with ordinality as made (mutation, place)
      cross join lateral json_array_elements(returned -> 'returns') as back (one)
      ${type} and type.value_type_id = (mutation ->> 'valueType')::integer
      where ${since(within, frame)} and checkout.kind = 'sale' and not is_voided and returned is not null
        and mutation ->> 'kind' = 'issue' and mutation ->> 'holder' <> 'referrer'
        and mutation ->> 'returnRelated' is null and coalesce(mutation -> 'origin' ->> 'trigger', '') <> 'tier') as earned
    group by card_id`
}
