import type { Brand } from '../../domain/brand/brand.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import {
  deleteOpenPayments,
  listPaymentsOfSales,
  type OpenPaymentRow,
  putOffOpenPayments,
} from '../../storage/store/portal/open-payment.sql.ts'
import { givePaymentBack } from '../operations/void/parts/give-payment-back.ts'
import type { Finished, Work } from './work.ts'

interface Settling {
  readonly db: Sql
  readonly brand: Brand
  readonly run: (work: Work) => Promise<Finished>
  readonly newRef: () => RequestRef
}

interface OwnSales {
  readonly user: string
  /** As their ids are kept. */
  readonly sales: readonly Buffer[]
}

/**
 * Gives back what cards have paid for somebody's sales that were not made. What has paid a sale stays: the engine judges that
 * under the redemption's lock. Returns how many are given back, and how many have to be tried again.
 */
export async function settlePayments(settling: Settling, own: OwnSales): Promise<{ back: number; later: number }> {
  const { db, brand } = settling
  const rows = await listPaymentsOfSales(db, brand.id, own)
  const ended: Buffer[] = []
  const later: Buffer[] = []
  let back = 0
  for (const row of rows) {
    const end = await settle(row, settling)
    if (end === 'back') back += 1
    const list = end === 'later' ? later : ended
    list.push(row.payment_id)
  }
  if (ended.length > 0) await deleteOpenPayments(db, brand.id, ended)
  if (later.length > 0) await putOffOpenPayments(db, brand.id, later)
  return { back, later: later.length }
}

type End = 'back' | 'nothing' | 'later'

async function settle(row: OpenPaymentRow, { brand, run, newRef }: Settling): Promise<End> {
  const { request_ref: requestRef, card_number: cardNumber, is_voided: isVoided, user_name: name } = row
  if (requestRef === null || cardNumber === null || isVoided) return 'nothing'
  const user = { name, rights: {}, permissions: [], isConfirmed: false }
  // In the name of whoever began the sale, and by nobody's hand: no limit keeps a card's money where it does not belong.
  const call = { ref: newRef(), locationId: row.location_id, terminalId: row.terminal_id, user }
  const work = { operation: givePaymentBack, request: { requestRef, cardNumber }, call, brand, unknownFields: [] }
  const finished = await run(work)
  if (finished.kind === 'done') return 'back'
  return finished.code === 119 ? 'nothing' : 'later'
}
