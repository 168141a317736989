import { id } from '../../../ground/contract/field.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { findLoggedCall } from '../../../storage/store/queries/call-log.sql.ts'
import { findNumbers } from '../../../storage/store/queries/card-view.sql.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { callFields, showCall } from './call-model.ts'

export const loggedCall = brandRoute({
  name: 'loggedCall',
  summary: 'Show one call as it was recorded.',
  permission: 'requests.see',
  isConfirmed: false,
  reach: 'place',
  request: { requestRef: id('The call.').required() },
  response: callFields,
  run: async ({ request, services, brand, standing }) => {
    const ref = request.requestRef.toLowerCase()
    const places = standing.locations && [...standing.locations]
    const row = isUuid(ref) ? await findLoggedCall(services.pool, brand.id, ref, { places }) : undefined
    if (!row) return turnDown('notFound', 'There is no such call, or it was made at another location.')
    const numbers = await findNumbers(services.pool, brand.id, row.card_id === null ? [] : [row.card_id])
    return showCall(row, numbers)
  },
})
