import type { Brand } from '../../domain/brand/brand.ts'
import type { ConnectionPool } from '../../ground/database/connection.ts'
import { faultOf } from '../../ground/database/fault.ts'
import { inTransaction } from '../../ground/database/in-transaction.ts'
import { setTimeouts } from '../../ground/database/timeouts.sql.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import { claimKeys, dropKeys } from '../../storage/store/batch/idempotency.sql.ts'
import {
  deleteOpenPayments,
  forgetUnpaid,
  listPaymentsOfSales,
  type OpenPaymentRow,
  type OwnSales,
  putOffOpenPayments,
} from '../../storage/store/portal/open-payment.sql.ts'
import { givePaymentBack } from '../operations/void/parts/give-payment-back.ts'
import type { Finished, Work } from './work.ts'

interface Settling {
  readonly db: ConnectionPool
  readonly brand: Brand
  readonly run: (work: Work) => Promise<Finished>
  readonly newRef: () => RequestRef
}

interface Settlement {
  readonly back: number
  /** What was taken and is not back. */
  readonly later: readonly OpenPaymentRow[]
  /** Of which it cannot be told yet whether it is taken: a transaction is under way. */
  readonly flying: readonly OpenPaymentRow[]
}

/**
 * Gives back what cards have paid for somebody's sales that were not made. What has paid a sale stays: the engine judges that
 * under the redemption's lock. A payment is forgotten only once it is certain what became of it. `only`: one payment.
 */
export async function settlePayments(
  settling: Settling,
  own: OwnSales & { readonly only?: Buffer },
): Promise<Settlement> {
  const { db, brand } = settling
  const { only } = own
  const rows = await listPaymentsOfSales(db, brand.id, own)
  const ends: { row: OpenPaymentRow; end: End }[] = []
  for (const row of rows.filter(({ payment_id: id }) => only === undefined || id.equals(only)))
    ends.push({ row, end: await settle(row, settling) })
  const listOf = (...kinds: readonly End[]) => ends.filter(({ end }) => kinds.includes(end)).map(({ row }) => row)
  const [ended, open] = [listOf('back', 'stays'), listOf('later', 'flying', 'recent')]
  if (ended.length > 0) await deleteOpenPayments(db, brand.id, ended.map(idOf))
  if (open.length > 0) await putOffOpenPayments(db, brand.id, open.map(idOf))
  return { back: listOf('back').length, later: listOf('later'), flying: listOf('flying') }
}

const idOf = ({ payment_id: id }: OpenPaymentRow): Buffer => id

type End =
  /** The card has its money. */
  | 'back'
  /** It was given back before, or has paid a sale. */
  | 'stays'
  /** It cannot be given back for now. */
  | 'later'
  | Unpaid

/** What is known of a payment that no redemption is seen of. */
type Unpaid =
  /** There is none, and there will be none. */
  | 'none'
  /** A server may still be about to try it. */
  | 'recent'
  /** A transaction is at it, which may or may not commit. */
  | 'flying'

async function settle(row: OpenPaymentRow, settling: Settling): Promise<End> {
  const { request_ref: requestRef, card_number: cardNumber, is_voided: isVoided, user_name: name } = row
  if (requestRef === null) return settleUnseen(row, settling)
  if (isVoided) return 'stays'
  if (cardNumber === null) return 'later'
  const { brand, run, newRef } = settling
  const user = { name, rights: {}, permissions: [], isConfirmed: false }
  // In the name of whoever began the sale, and by nobody's hand: no limit keeps a card's money where it does not belong.
  const call = { ref: newRef(), locationId: row.location_id, terminalId: row.terminal_id, user }
  const work = { operation: givePaymentBack, request: { requestRef, cardNumber }, call, brand, unknownFields: [] }
  const finished = await run(work)
  if (finished.kind === 'done') return 'back'
  return finished.code === 119 ? 'stays' : 'later'
}

async function settleUnseen(row: OpenPaymentRow, settling: Settling): Promise<End> {
  const unpaid = await settleUnpaid(row, settling)
  if (unpaid !== 'paid') return unpaid
  const own = { user: row.user_name, sales: [row.sale_id] }
  const rows = await listPaymentsOfSales(settling.db, settling.brand.id, own)
  const seen = rows.find(({ payment_id: id }) => id.equals(row.payment_id))
  return seen && seen.request_ref !== null ? settle(seen, settling) : 'flying'
}

/** How long a transaction that is at a payment is waited for. */
const flightMs = 300

/**
 * A redemption that is not seen may still be under way, for as long as a commit hangs. Whoever has its key, for a moment, knows
 * that no transaction is at it; and what was tried long ago is not begun any more.
 */
async function settleUnpaid(
  { payment_id: id }: OpenPaymentRow,
  { db, brand, newRef }: Settling,
): Promise<Unpaid | 'paid'> {
  try {
    return await inTransaction(db, async (session) => {
      await setTimeouts(session, { lockMs: flightMs })
      const [owner] = await claimKeys(session, brand.id, [{ idSha256: id, fingerprint: id, ref: newRef() }])
      if (owner) return 'paid'
      const isForgotten = await forgetUnpaid(session, brand.id, id)
      await dropKeys(session, brand.id, [id])
      return isForgotten ? 'none' : 'recent'
    })
  } catch (error) {
    if (faultOf(error) === 'busy') return 'flying'
    throw error
  }
}
