import type { EventType } from '../../../domain/brand/event-type.ts'
import type { Webhook } from '../../../domain/brand/shapes/webhook-shape.ts'
import type { Channel } from '../../../domain/channel/channel.ts'
import type { CheckoutRecord } from '../../../domain/checkout/record.ts'
import type { NoticeRow } from '../../../domain/view/notice/notice.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { upsertAccounts } from './account.sql.ts'
import { type AccountChange, changeTerms } from './account-term.sql.ts'
import { type StripeRow, updateStripes } from './budget.sql.ts'
import { insertChannels, updateChannels } from './channel.sql.ts'
import { updateCheckouts } from './checkout.sql.ts'
import { insertEventTypes, updateEventTypes } from './event-type.sql.ts'
import { insertNotices } from './notice.sql.ts'
import type { OutcomeRows } from './outcome-parts.ts'

/** What checkouts and rules did beyond cards and coupons: rows of each call, and things as they become in the end. */
export interface EffectRows {
  readonly outcomes: OutcomeRows
  readonly checkouts: readonly CheckoutRecord[]
  readonly accounts: readonly AccountChange[]
  readonly channels: readonly Channel[]
  readonly eventTypes: readonly EventType[]
  readonly stripes: readonly StripeRow[]
  /** What happened, and the webhooks that listen. */
  readonly notices: readonly NoticeRow[]
  readonly listening: readonly Webhook[]
}

/** A statement for each kind of row that there is. */
export function effectWrites(db: Sql, brand: BrandId, rows: EffectRows): (Promise<unknown> | false)[] {
  return [
    // Before the checkouts as they become: one may be changed in the batch that makes it.
    ...rows.outcomes.writes(db, brand),
    some(rows.checkouts, (changed) => updateCheckouts(db, brand, changed)),
    some(
      rows.accounts.map(({ after }) => after),
      (accounts) => upsertAccounts(db, brand, accounts),
    ),
    ...changeTerms(db, brand, rows.accounts),
    some(rows.channels.filter(isNew), (made) => insertChannels(db, brand, made)),
    some(rows.channels.filter(isOld), (changed) => updateChannels(db, brand, changed)),
    some(rows.eventTypes.filter(isNew), (made) => insertEventTypes(db, brand, made)),
    some(rows.eventTypes.filter(isOld), (changed) => updateEventTypes(db, brand, changed)),
    some(rows.stripes, (stripes) => updateStripes(db, brand, stripes)),
    some(rows.notices, (notices) => insertNotices(db, brand, notices, rows.listening)),
  ]
}

const isNew = (one: { readonly isNew?: boolean }) => one.isNew === true
const isOld = (one: { readonly isNew?: boolean }) => !isNew(one)

/** A statement only where there is something to write. */
export function some<T>(rows: readonly T[], write: (rows: readonly T[]) => Promise<unknown>): Promise<unknown> | false {
  return rows.length > 0 && write(rows)
}
