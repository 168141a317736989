import { textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { type Fragment, joined, runFragment, sql, whole } from '../../../ground/database/fragment.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/** The order of the list: last used first, made last first, or by number. */
export type CardOrder = 'activity' | 'newest' | 'number'

interface CardFilter {
  readonly status?: string | undefined
  readonly sets?: readonly string[] | undefined
  readonly segment?: string | undefined
  readonly tier?: string | undefined
  /** Only cards of one of these, as listCardsOfPlaces has them. */
  readonly locations?: readonly string[] | undefined
}

export interface CardListPage {
  readonly order: CardOrder
  readonly filter: CardFilter
  /** Where the page before ended. */
  readonly after?: string | undefined
  readonly limit: number
}

export interface ListedCards {
  readonly numbers: readonly string[]
  /** Where the next page begins; absent at the end. */
  readonly next?: string
}

/**
 * So many cards are looked at for a page: one that few cards match may come short, and the next goes on from there. Plans
 * are made without the bound values, so these numbers stand in the statement: else a tenth of all cards would be expected.
 */
const examinedMax = 1000
/** Fewer where the calls of each are looked at. */
const examinedOfPlacesMax = 400

/** A page of root cards. Its work is bounded, whatever the filter and however many cards there are. */
export async function listCards(db: Sql, brand: BrandId, page: CardListPage): Promise<ListedCards> {
  const { filter, limit } = page
  const examined = filter.locations ? examinedOfPlacesMax : examinedMax
  const matches = joined([sql`card.card_id is not null`, ...conditionsOf(brand, page)], ' and ')
  const rows = await runFragment<{ card_number: string | null; mark: string; matches: boolean }>(
    db,
    sql`
      select card_number, mark, matches
      from (
        select card.card_number, candidate.mark, candidate.place, ${matches} as matches
        from (${candidatesOf(brand, page, examined)}) as candidate
        left join card on card.brand_id = ${brand} and card.card_id = candidate.card_id and card.root_id is null
        ) as looked
      where matches or place = ${examined}
      order by place
      limit ${limit + 1}`,
  )
  const shown = rows.slice(0, limit)
  const numbers = shown.flatMap((row) => (row.matches && row.card_number !== null ? row.card_number : []))
  const last = shown.at(-1)
  const isMore = last && (rows.length > limit || !last.matches)
  return isMore ? { numbers, next: last.mark } : { numbers }
}

function conditionsOf(brand: BrandId, { order, filter }: CardListPage): Fragment[] {
  const { status, sets, segment, tier, locations } = filter
  return [
    // A card is shown where its last call is, and so only once.
    ...(order === 'activity' ? [sql`candidate.card_seq = card.seq`] : []),
    ...(status === undefined ? [] : [sql`card.status = ${status}`]),
    ...(sets ? [sql`card.card_set_id = any(${textArray(sets)}::text[])`] : []),
    ...(segment === undefined
      ? []
      : [
          sql`exists (select from segment_member as member
            where member.brand_id = ${brand} and member.segment_id = ${segment} and member.card_id = card.card_id)`,
        ]),
    ...(tier === undefined
      ? []
      : [
          sql`exists (select from card_tier
            where card_tier.brand_id = ${brand} and card_tier.card_id = card.card_id and shown_level = ${tier})`,
        ]),
    ...(locations ? [isOf(brand, locations)] : []),
  ]
}

function isOf(brand: BrandId, locations: readonly string[]): Fragment {
  const places = textArray(locations)
  return sql`coalesce(nullif(card.owning_location, ''), (
    select location_id
    from request
    where request.brand_id = ${brand} and request.card_id = card.card_id and card_seq is not null
    order by card_seq
    limit 1)) = any(${places}::text[])`
}

const lastUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The next cards in the order, by the index that leaves out most of those that do not match. */
function candidatesOf(brand: BrandId, { order, filter, after }: CardListPage, examined: number): Fragment {
  if (order === 'activity') {
    return sql`
      select card_id, card_seq, request_ref::text as mark, row_number() over (order by request_ref desc) as place
      from (
        select card_id, card_seq, request_ref
        from request
        where brand_id = ${brand} and request_ref < ${after ?? lastUuid}::uuid
        order by request_ref desc
        limit ${whole(examined)}) as newest`
  }
  if (order === 'number') {
    return sql`
      select card_id, card_number as mark, row_number() over (order by card_number) as place
      from (
        select card_id, card_number
        from card
        where brand_id = ${brand} and root_id is null and card_number > ${after ?? ''}
        order by card_number
        limit ${whole(examined)}) as next`
  }
  return sql`
    select card_id, card_id::text as mark, row_number() over (order by card_id desc) as place
    from (${newestOf(brand, filter, { before: Number(after ?? Number.MAX_SAFE_INTEGER), examined })}) as newest`
}

function newestOf(
  brand: BrandId,
  { segment, status, sets }: CardFilter,
  { before, examined }: { readonly before: number; readonly examined: number },
): Fragment {
  if (segment !== undefined) {
    return sql`
      select card_id from segment_member
      where brand_id = ${brand} and segment_id = ${segment} and card_id < ${before}
      order by card_id desc
      limit ${whole(examined)}`
  }
  if (status !== undefined && status !== 'Activated' && status !== 'Inventory') {
    return sql`
      select card_id from card
      where brand_id = ${brand} and root_id is null and status = ${status}
        and status not in ('Activated', 'Inventory') and card_id < ${before}
      order by card_id desc
      limit ${whole(examined)}`
  }
  if (sets) {
    return sql`
      select of_set.card_id
      from unnest(${textArray(sets)}::text[]) as wanted (card_set_id)
      cross join lateral (
        select card_id from card
        where brand_id = ${brand} and root_id is null and card.card_set_id = wanted.card_set_id and card_id < ${before}
        order by card_id desc
        limit ${whole(examined)}) as of_set
      order by card_id desc
      limit ${whole(examined)}`
  }
  return sql`
    select card_id from card
    where brand_id = ${brand} and root_id is null and card_id < ${before}
    order by card_id desc
    limit ${whole(examined)}`
}
