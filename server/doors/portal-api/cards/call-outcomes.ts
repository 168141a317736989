import { settlePayments } from '../../../calls/engine/settle-payments.ts'
import { permissionNames } from '../../../domain/judge/permissions.ts'
import { list, model, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { listNamedCalls } from '../../../storage/store/portal/named-calls.sql.ts'
import { hashOfId, idInPortal } from '../carry-out.ts'
import { type BrandVisit, brandRoute } from '../route.ts'
import { readerOf } from './parts/reading.ts'

const outcome = model('PortalCallOutcome', 'A change that was made.', {
  requestId: text('The customRequestId it was sent with.').required(),
  requestRef: text('The call.').required(),
  cardNumber: text('The card it was about, or that it made.'),
})

/** For a page that was closed before the answer came. Only what its visitor did themselves: ids of tills can be guessed. */
export const callOutcomes = brandRoute({
  name: 'callOutcomes',
  summary: 'Which of these changes were made, of those whose answer never arrived.',
  permission: 'terminal.use',
  orAny: permissionNames,
  isConfirmed: false,
  reach: 'place',
  request: {
    requestIds: list('The customRequestIds that they were sent with.', text('An id.').max(100)).max(50).required(),
  },
  response: {
    outcomes: list('Those that were made. What is not here was not made until now.', outcome).required(),
    notBack: list(
      'Of sales that were not made: those that a card may have paid for which does not have that back yet. It comes by itself.',
      text('The customRequestId it was sent with.'),
    ).required(),
  },
  run: async ({ request, services, brand, visitor }) => {
    // Earlier versions kept the id as it was sent.
    const byHash = new Map(
      request.requestIds.flatMap((id) => [idInPortal(id), id].map((kept) => [hashOfId(kept).toString('hex'), id])),
    )
    const notBack = await giveBackUnsold(request.requestIds, { services, brand, visitor })
    const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'))
    const rows = await listNamedCalls(readerOf({ services }), brand.id, { user: visitor.name, ids: hashes })
    return {
      outcomes: rows.map(({ id_sha256, request_ref, card_number }) =>
        defined({
          requestId: byHash.get(id_sha256.toString('hex')) ?? '',
          requestRef: request_ref,
          cardNumber: card_number ?? undefined,
        }),
      ),
      notBack,
    }
  },
})

/** Of sales that are not made, nothing stays paid. Returns those of which that is not so yet; a job goes on with them. */
async function giveBackUnsold(
  requestIds: readonly string[],
  { services, brand, visitor }: Pick<BrandVisit<unknown>, 'services' | 'brand' | 'visitor'>,
): Promise<string[]> {
  const { pool: db, dispatcher, newRef } = services
  const run = dispatcher.run.bind(dispatcher)
  const sales = requestIds.map((id) => hashOfId(idInPortal(id)))
  const { later, flying } = await settlePayments({ db, brand, run, newRef }, { user: visitor.name, sales })
  const open = [...later, ...flying]
  return requestIds.filter((_, index) => open.some(({ sale_id: sale }) => sales[index]?.equals(sale)))
}
