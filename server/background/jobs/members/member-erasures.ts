import type { PinKeeper } from '../../../domain/card/pin-keeper.ts'
import { addressHash, contactsOf } from '../../../doors/member/enter/one-time-code.ts'
import { eraseByAddress } from '../../../doors/member/erase-by-address.ts'
import { uuidV7 } from '../../../ground/kernel/ids.ts'
import { hour } from '../../../ground/kernel/time.ts'
import { faultFields } from '../../../ground/log/log.ts'
import {
  type DueErasure,
  deleteErasure,
  listDueErasures,
  putOffErasure,
} from '../../../storage/store/member/erasure.sql.ts'
import type { Job, JobContext } from '../runner/job.ts'

export interface MemberMeans {
  /** Knows addresses by their hashes. */
  readonly pins: PinKeeper
}

const erasuresMax = 100
const putOffMs = hour

/** Deletes everything about members who asked for it, once the time is over in which they could change their minds. */
export const memberErasures = ({ pins }: MemberMeans): Job => ({
  name: 'member-erasures',
  every: { seconds: 300 },
  async run(context) {
    const counts = { erased: 0, gone: 0, failed: 0 }
    const now = await context.now()
    const due = await listDueErasures(context.pool, now, erasuresMax)
    for (const one of due) {
      if (context.isOver()) return { counts, more: true }
      const done = await erase(one, context, pins).catch((error: unknown) => {
        context.log.error('member-erasures', { ...faultFields(error), brand: one.brand_id })
        return 'failed' as const
      })
      counts[done] += 1
      if (done === 'failed') await putOffErasure(context.pool, one.brand_id, one.address_hash, now + putOffMs)
    }
    return { counts, ...(due.length === erasuresMax && { more: true }) }
  },
})

/** Only whoever asked: an account that has another address by now is somebody else's. */
async function erase(due: DueErasure, context: JobContext, pins: PinKeeper): Promise<'erased' | 'gone' | 'failed'> {
  const { pool, random } = context
  const brand = await context.brandAt(due.brand_id)
  const contact = contactsOf(due.email, due.mobile_phone).find((one) =>
    addressHash(pins, brand, one).equals(due.address_hash),
  )
  if (!contact) {
    await deleteErasure(pool, brand.id, due.address_hash)
    return 'gone'
  }
  const at = await context.now()
  const services = { pool, pins, random, newRef: () => uuidV7(at, random(10)) }
  return (await eraseByAddress(contact, { services, brand })) === undefined ? 'erased' : 'failed'
}
