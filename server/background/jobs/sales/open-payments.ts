import { settlePayments } from '../../../calls/engine/settle-payments.ts'
import { uuidV7 } from '../../../ground/kernel/ids.ts'
import { faultFields } from '../../../ground/log/log.ts'
import { listBrandsWithDueSales, listDueSales } from '../../../storage/store/portal/open-payment.sql.ts'
import type { Job } from '../runner/job.ts'

/** Sales of a brand that are seen to in one round. */
const salesMax = 200

/** Gives back what cards have paid for sales at the terminal that were cut off, and that nobody has asked about since. */
export const openPayments: Job = {
  name: 'open-payments',
  every: { seconds: 15 },
  async run(context) {
    const { pool: db } = context
    const counts = { back: 0, later: 0, failed: 0 }
    const due = await listBrandsWithDueSales(db)
    const known = new Set(due.length > 0 ? await context.listBrands() : [])
    for (const id of due.filter((one) => known.has(one))) {
      const brand = await context.brandAt(id)
      const offset = (await context.now()) - performance.now()
      const newRef = () => uuidV7(Math.floor(offset + performance.now()), context.random(10))
      for (const { user_name: user, sale_id: sale } of await listDueSales(db, id, salesMax)) {
        if (context.isOver()) return { counts, more: true }
        const settling = { db, brand, run: context.run.bind(context), newRef }
        // What cannot be done for now holds up no other, and is tried again at the next round.
        await settlePayments(settling, { user, sales: [sale] }).then(
          ({ back, later }) => {
            counts.back += back
            counts.later += later
          },
          (error: unknown) => {
            counts.failed += 1
            context.log.error('open-payments', { ...faultFields(error), brand: id })
          },
        )
      }
    }
    return { counts }
  },
}
