import { integer, list } from '../../../ground/contract/field.ts'
import { listApprovals as selectApprovals } from '../../../storage/store/portal/approval.sql.ts'
import { loadCompany } from '../../access/login/company.ts'
import { brandRoute } from '../route.ts'
import { approvalModel, showApproval } from './parts/approval-model.ts'
import { placesOf } from './parts/own-places.ts'
import { readerOf } from './parts/reading.ts'

export const listApprovals = brandRoute({
  name: 'listApprovals',
  summary: 'Changes that need a second person, for those who may approve them.',
  permission: 'changes.approve',
  isConfirmed: false,
  reach: 'place',
  request: { limit: integer('How many to return at most.').between(1, 200).default(50) },
  response: {
    approvals: list('The newest first.', approvalModel).required(),
  },
  run: async (visit) => {
    const { request, services, brand, visitor } = visit
    const filter = { locations: placesOf(visit) }
    const rows = await selectApprovals(readerOf(visit), brand.id, filter, request.limit)
    const now = services.now()
    const oldest = Math.min(now, ...rows.filter(({ state }) => state === 'waiting').map((row) => row.asked_at))
    const company = await loadCompany(services.pool, brand, oldest)
    return { approvals: rows.map((row) => showApproval(row, brand, { me: visitor.name, now, company })) }
  },
})
