import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { reachableBrands } from '../../../ground/database/reachable-brands.sql.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** A redemption that is to pay a sale, noted before it is tried. Ids are digests, as those of calls are kept. */
export interface OpenPayment {
  readonly paymentId: Buffer
  readonly saleId: Buffer
  readonly user: string
  readonly locationId: string
  readonly terminalId: string
  /** From then on it is given back, unless its sale is made. */
  readonly dueAt: Instant
}

export interface OpenPaymentRow {
  readonly payment_id: Buffer
  readonly sale_id: Buffer
  readonly user_name: string
  readonly location_id: string
  readonly terminal_id: string
  /** When it was tried last. */
  readonly begun_at: Instant
  /** The redemption; null as long as none was made. */
  readonly request_ref: RequestRef | null
  readonly is_voided: boolean
  /** The card that it was taken from, or that has what that card had. */
  readonly card_number: string | null
  /** The sale; null as long as none was made. */
  readonly sale_ref: RequestRef | null
}

/** Noted once more, it is tried and waited for once more. */
export function insertOpenPayment(db: Sql, brand: BrandId, payment: OpenPayment): Promise<unknown> {
  const { paymentId, saleId, user, locationId, terminalId, dueAt } = payment
  return db.rows`
    insert into open_payment (brand_id, payment_id, sale_id, user_name, location_id, terminal_id, begun_at, due_at)
    values (${brand}, ${paymentId}, ${saleId}, ${user}, ${locationId}, ${terminalId}, now(), ${toTimestamp(dueAt)})
    on conflict (brand_id, payment_id) do update
    set begun_at = excluded.begun_at, due_at = excluded.due_at`
}

export interface OwnSales {
  readonly user: string
  /** As their ids are kept. */
  readonly sales: readonly Buffer[]
  /** Only of sales that nobody waits for any longer. */
  readonly isDue?: boolean
}

/** What became of the open payments of a user's sales. */
export function listPaymentsOfSales(
  db: Sql,
  brand: BrandId,
  { user, sales, isDue = false }: OwnSales,
): Promise<OpenPaymentRow[]> {
  return db.rows<OpenPaymentRow>`
    select payment_id, sale_id, user_name, open_payment.location_id, open_payment.terminal_id, begun_at, redemption.request_ref,
      redemption.voided_by is not null as is_voided, card.card_number, sale_key.request_ref as sale_ref
    from open_payment
    left join idempotency_key as payment_key on payment_key.brand_id = open_payment.brand_id
      and payment_key.id_sha256 = payment_id
    left join request as redemption on redemption.brand_id = open_payment.brand_id
      and redemption.request_ref = payment_key.request_ref
    left join card_heir on card_heir.brand_id = open_payment.brand_id and card_heir.card_id = redemption.card_id
    left join card on card.brand_id = open_payment.brand_id
      and card.card_id = coalesce(card_heir.heir_id, redemption.card_id)
    left join idempotency_key as sale_key on sale_key.brand_id = open_payment.brand_id and sale_key.id_sha256 = sale_id
    where open_payment.brand_id = ${brand} and user_name = ${user} and sale_id = any(${sales}::bytea[])
      and (not ${isDue}::boolean or not exists (
        select from open_payment as awaited
        where awaited.brand_id = ${brand} and awaited.user_name = open_payment.user_name
          and awaited.sale_id = open_payment.sale_id and awaited.due_at > now()))
    order by begun_at, payment_id`
}

/** The sales whose open payments are due, of whoever made them; so many at a time. */
export function listDueSales(
  db: Sql,
  brand: BrandId,
  limit: number,
): Promise<{ readonly user_name: string; readonly sale_id: Buffer }[]> {
  return db.rows`
    select user_name, sale_id
    from open_payment
    where brand_id = ${brand} and due_at <= now()
    group by user_name, sale_id
    order by min(due_at)
    limit ${limit}`
}

export async function listBrandsWithDueSales(db: Sql): Promise<readonly BrandId[]> {
  const brands = await reachableBrands(db)
  const rows = await db.rows<{ brand_id: BrandId }>`
    select distinct brand_id
    from open_payment
    where due_at <= now() and (${brands}::text[] is null or brand_id = any(${brands}::text[]))`
  return rows.map(({ brand_id }) => brand_id)
}

/** Whoever wanted these sales has asked again: they are waited for once more. */
export function awaitOpenPayments(
  db: Sql,
  brand: BrandId,
  { user, sales, dueAt }: OwnSales & { readonly dueAt: Instant },
): Promise<unknown> {
  return db.rows`
    update open_payment
    set due_at = greatest(due_at, ${toTimestamp(dueAt)})
    where brand_id = ${brand} and user_name = ${user} and sale_id = any(${sales}::bytea[])`
}

/** Forgets a payment that was tried so long ago that no server goes on with it. Returns whether it was. */
export async function forgetUnpaid(db: Sql, brand: BrandId, payment: Buffer): Promise<boolean> {
  const count = await db.affected`
    delete from open_payment
    where brand_id = ${brand} and payment_id = ${payment} and begun_at <= now() - interval '30 seconds'`
  return count > 0
}

/** It is known what became of them. */
export function deleteOpenPayments(db: Sql, brand: BrandId, payments: readonly Buffer[]): Promise<unknown> {
  return db.rows`
    delete from open_payment
    where brand_id = ${brand} and payment_id = any(${payments}::bytea[])`
}

/** What could not be settled is tried again after as long as it has waited, at most a quarter of a day. */
export function putOffOpenPayments(db: Sql, brand: BrandId, payments: readonly Buffer[]): Promise<unknown> {
  return db.rows`
    update open_payment
    set due_at = greatest(due_at, now() + least(now() - begun_at, interval '6 hours'))
    where brand_id = ${brand} and payment_id = any(${payments}::bytea[])`
}
