import { integer, list } from '../../../ground/contract/field.ts'
import { listApprovals } from '../../../storage/store/portal/approval.sql.ts'
import { brandRoute } from '../route.ts'
import { approvalModel, showApproval } from './parts/approval-model.ts'
import { readerOf } from './parts/reading.ts'

export const myApprovals = brandRoute({
  name: 'myApprovals',
  summary: 'The changes for which the visitor asked a second person, and what became of them.',
  permission: 'terminal.use',
  orAny: ['cards.adjust', 'cards.repair', 'campaigns.change'],
  isConfirmed: false,
  reach: 'place',
  request: { limit: integer('How many to return at most.').between(1, 200).default(50) },
  response: {
    approvals: list('The newest first.', approvalModel).required(),
  },
  run: async (visit) => {
    const { request, services, brand, visitor } = visit
    const filter = { askedBy: visitor.name }
    const rows = await listApprovals(readerOf(visit), brand.id, filter, request.limit)
    const now = services.now()
    return { approvals: rows.map((row) => showApproval(row, brand, { me: visitor.name, now })) }
  },
})
