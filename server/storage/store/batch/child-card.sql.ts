import type { Card } from '../../../domain/card/card.ts'
import type { ChildName } from '../../../domain/decision/touches.ts'
import { plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { CardRow } from './card.sql.ts'

/** Cards that are named by their numbers, and cards by their ids, which may be roots or children. */
export interface RootsWanted {
  readonly numbers: readonly string[]
  readonly ids: readonly CardId[]
}

/**
 * Like `lockCards`, but also locks the cards with these ids, or their roots if they are children. The ids are an array
 * instead of a join: after waiting for a lock, PostgreSQL's recheck may drop rows of a join.
 */
export function lockRoots(db: Sql, brand: BrandId, wanted: RootsWanted, withPins: boolean): Promise<CardRow[]> {
  const ids = plainArray(wanted.ids)
  return db.rows<CardRow>`
    select card_id, card_number, card_set_id, custom_card_number, status, seq, lot_count,
      case when ${withPins} then pin_sealed end as pin_sealed, case when ${withPins} then pin_check end as pin_check,
      pin_failures, pin_locked_until, activated_at, expires_at, owning_location, transferred_by, drawn_as, tier_tally,
      has_wallet_pass, lock_by, lock_until, case when lock_by is not null then lock_excluded end as lock_excluded
    from card
    where brand_id = ${brand} and root_id is null and card_id = any(array(
      select card_id
      from card
      where brand_id = ${brand} and card_number = any(${textArray(wanted.numbers)}::text[]) and root_id is null
      union all
      select coalesce(root_id, card_id) from card where brand_id = ${brand} and card_id = any(${ids}::bigint[])))
    order by card_id
    for no key update`
}

export interface ChildrenWanted {
  readonly names: readonly ChildName[]
  readonly ids: readonly CardId[]
  /** The numbers of root cards whose children are all wanted. */
  readonly allOf: readonly string[]
}

/** Locks child cards in the order of their ids. Their roots are already locked, so no child can change its root. */
export function lockChildren(db: Sql, brand: BrandId, wanted: ChildrenWanted): Promise<CardRow[]> {
  const { names, ids, allOf } = wanted
  return db.rows<CardRow>`
    select card.card_id, card.card_number, card.card_set_id, card.custom_card_number, card.status, card.seq,
      card.lot_count, card.pin_sealed, card.pin_check, card.pin_failures, card.pin_locked_until, card.activated_at,
      card.expires_at, card.owning_location, card.transferred_by, card.lock_by, card.lock_until, card.root_id,
      root.card_number as root_number,
      case when card.lock_by is not null then card.lock_excluded end as lock_excluded
    from card
    join card as root on root.brand_id = card.brand_id and root.card_id = card.root_id
    where card.brand_id = ${brand} and card.card_id = any(array(
      select child.card_id
      from unnest(${textArray(names.map(({ root }) => root))}::text[],
        ${textArray(names.map(({ child }) => child))}::text[]) as named (root_number, child_number)
      join card as parent on parent.brand_id = ${brand} and parent.card_number = named.root_number
        and parent.root_id is null
      join card as child on child.brand_id = ${brand} and child.card_number = named.child_number
        and child.root_id = parent.card_id
      union all
      select child.card_id
      from card as parent
      join card as child on child.brand_id = ${brand} and child.root_id = parent.card_id
      where parent.brand_id = ${brand} and parent.card_number = any(${textArray(allOf)}::text[])
        and parent.root_id is null
      union all
      select unnest(${plainArray(ids)}::bigint[])))
    order by card.card_id
    for no key update of card`
}

/** Updates children that a transfer moved to another root, and to its card set. */
export function moveChildren(db: Sql, brand: BrandId, children: readonly Card[]): Promise<unknown> {
  return db.rows`
    update card
    set root_id = after.root_id, card_set_id = after.card_set_id
    from unnest(
      ${plainArray(children.map((child) => child.id))}::bigint[],
      ${plainArray(children.map((child) => child.root?.id))}::bigint[],
      ${textArray(children.map((child) => child.setId))}::text[]) as after (card_id, root_id, card_set_id)
    where card.brand_id = ${brand} and card.card_id = after.card_id`
}

/**
 * A child that is named by its id may have moved to another root while its former root was waited for. Its new root is
 * then not locked, so the transaction must start again.
 */
export function assertRooted(children: readonly CardRow[], roots: readonly CardRow[]): void {
  const locked = new Set(roots.map((root) => root.card_id))
  const isLost = (child: CardRow) => child.root_id !== undefined && !locked.has(child.root_id)
  // PostgreSQL's own code for a transaction that should be tried again.
  if (children.some(isLost)) throw Object.assign(new Error('a child card has another root by now'), { code: '40001' })
}
