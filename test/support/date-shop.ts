import { runDateRules } from '../../server/background/jobs/dates/dates.ts'
import type { JobContext } from '../../server/background/jobs/runner/job.ts'
import { type Instant, parseDateTime } from '../../server/ground/kernel/time.ts'
import { accountSections, openAccountShop } from './account-shop.ts'
import { campaign, points } from './checkout-shop.ts'
import { openJobRoom } from './job-room.ts'
import { applyFile, type Shop, type ShopOptions } from './shop.ts'
import { sql } from './time-passes.ts'

export const zone = 'America/New_York'

/** An instant of the shop's wall clock: '2027-03-15 09:00'. */
export function at(local: string): Instant {
  const instant = parseDateTime(`${local}:00`, zone)
  if (instant === undefined) throw new Error(local)
  return instant
}

export const birthdayRule = (more: object = {}) => ({
  id: 'birthday',
  trigger: 'date',
  date: { of: 'customer.birthday', offsetDays: 0, hour: 9 },
  then: [points(50), { notify: { channel: 'email', text: 'Happy birthday' } }],
  ...more,
})

export interface DateShop {
  readonly shop: Shop
  readonly context: JobContext
  /** A round of the job at a local time: how many rules fired. */
  fired(local: string): Promise<number>
  /** All that a round did, but for what is zero. */
  round(local: string, context?: JobContext): Promise<Readonly<Record<string, number>>>
}

/** A shop with these rules whose dates were first looked at at the local time `begin`. */
export async function openDateShop(
  rules: readonly object[],
  begin: string,
  options: ShopOptions = {},
): Promise<DateShop> {
  const shop = await openAccountShop([], { ...options, more: { campaigns: [campaign(rules)], ...options.more } })
  const context = await openJobRoom(shop)
  const round = async (local: string, worker = context) => {
    const { counts } = await runDateRules(worker, at(local))
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  }
  await round(begin)
  return { shop, context, round, fired: async (local) => (await round(local)).fired ?? 0 }
}

/** Applies the shop's file with other rules. */
export async function changeRules(shop: Shop, rules: readonly object[], more: object = {}): Promise<void> {
  await applyFile({ ...shop.file, ...accountSections, campaigns: [campaign(rules, more)] })
}

/** Makes the shop's file one that was last changed at a local time: with that day its new rules begin. */
export async function changedAt(shop: Shop, local: string): Promise<void> {
  await sql('update brand set changed_at = $2 where brand_id = $1', [shop.id, new Date(at(local)).toISOString()])
}

/** A card whose customer was born on a day. */
export async function bornOn(shop: Shop, birthday: string): Promise<string> {
  const cardNumber = await shop.card()
  await shop.must('updateAccount', { cardNumber, primaryCustomer: { firstName: 'Ana', birthday } })
  return cardNumber
}

/** Moves what the shop's cards carry: `set activated_at = …` of a table, for one card. */
export async function moveCard(shop: Shop, table: string, change: string, cardNumber: string): Promise<void> {
  await sql(
    `update ${table} set ${change} where brand_id = $1 and card_id =
       (select card_id from card where brand_id = $1 and card_number = $2 and root_id is null)`,
    [shop.id, cardNumber],
  )
}
