import { settlePayments } from '../../../calls/engine/settle-payments.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { uuidV7 } from '../../../ground/kernel/ids.ts'
import { day } from '../../../ground/kernel/time.ts'
import { faultFields } from '../../../ground/log/log.ts'
import {
  listBrandsWithDueSales,
  listDueSales,
  type OpenPaymentRow,
} from '../../../storage/store/portal/open-payment.sql.ts'
import type { Job, JobContext } from '../runner/job.ts'

/** Sales of a brand that are seen to in one round. */
const salesMax = 200

/** Whose money is not back by then, somebody has to look after. */
const longMs = day

/** Gives back what cards have paid for sales at the terminal that were cut off, and that nobody has asked about since. */
export const openPayments: Job = {
  name: 'open-payments',
  every: { seconds: 15 },
  async run(context) {
    const counts = { back: 0, later: 0, failed: 0 }
    const due = await listBrandsWithDueSales(context.pool)
    const known = new Set(due.length > 0 ? await context.listBrands() : [])
    // What cannot be done for now holds up no other, and is tried again at the next round.
    const failed = (brand: BrandId) => (error: unknown) => {
      counts.failed += 1
      context.log.error('open-payments', { ...faultFields(error), brand })
    }
    for (const id of due.filter((one) => known.has(one))) {
      const settle = await settlerOf(id, context).catch(failed(id))
      if (!settle) continue
      for (const { user_name: user, sale_id: sale } of await listDueSales(context.pool, id, salesMax)) {
        if (context.isOver()) return { counts, more: true }
        const settled = await settle(user, sale).catch(failed(id))
        counts.back += settled?.back ?? 0
        counts.later += settled?.later ?? 0
      }
    }
    return { counts }
  },
}

async function settlerOf(id: BrandId, context: JobContext) {
  const { pool: db, log } = context
  const brand = await context.brandAt(id)
  const offset = (await context.now()) - performance.now()
  const now = () => Math.floor(offset + performance.now())
  const newRef = () => uuidV7(now(), context.random(10))
  const settling = { db, brand, run: context.run.bind(context), newRef }
  return async (user: string, sale: Buffer) => {
    // Whoever has asked for the sale again meanwhile still waits for it.
    const { back, later, flying } = await settlePayments(settling, { user, sales: [sale], isDue: true })
    const open = [...later, ...flying]
    const old = open.filter((row) => now() - row.begun_at > longMs)
    if (old.length > 0)
      log.error('open-payments.notBack', defined({ ...ofFirst(old), brand: id, user, count: old.length }))
    return { back, later: open.length }
  }
}

/** By the redemption an operator finds the card. */
const ofFirst = ([row]: readonly OpenPaymentRow[]) => ({ requestRef: row?.request_ref ?? undefined })
