import type { Brand } from '../../../domain/brand/brand.ts'
import { flag, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { type ApiKeyRow, listApiKeys } from '../../../storage/brand-store/keys/api-key.sql.ts'
import { toRights } from '../../../storage/brand-store/keys/key-rights-row.ts'
import { query } from '../operation.ts'
import { rightsResponse, showRights } from './parts/rights-response.ts'

const apiKeyDetails = model('ApiKeyDetails', 'An API key.', {
  key: text('The key.').required(),
  origin: oneOf('Whether a brand file made it (file), or a call or command (command).', ['file', 'command']).required(),
  createdDate: text('When it was made, yyyy-MM-dd HH:mm:ss.').required(),
  isRevoked: flag('Whether it is revoked.').required(),
  revokedDate: text('When it was revoked, yyyy-MM-dd HH:mm:ss.'),
  lastUsedDate: text('When it was last used, to about a minute. Absent: never.'),
  hasTwoSecrets: flag('Whether its secret is being replaced.').required(),
  ...rightsResponse,
})

export const listKeys = query({
  name: 'listKeys',
  group: 'admin',
  summary: 'List the API keys of the brand, including revoked ones.',
  callType: 'REPORTING',
  requestModel: 'ListKeysRequest',
  responseModel: 'ListKeysResponse',
  request: {},
  response: { keys: list('The keys, oldest first.', apiKeyDetails).required() },
  answer: async ({ brand, reader }) => {
    const rows = await listApiKeys(reader, brand.id)
    return { kind: 'answer', response: { keys: rows.map((row) => show(row, brand)) } }
  },
})

function show(row: ApiKeyRow, { interfaceTimeZone }: Brand) {
  const { api_key: key, origin, created_at, revoked_at, last_used_at, has_two_secrets } = row
  return {
    key,
    origin,
    createdDate: formatDateTime(created_at, interfaceTimeZone),
    isRevoked: revoked_at !== null,
    ...(revoked_at !== null && { revokedDate: formatDateTime(revoked_at, interfaceTimeZone) }),
    ...(last_used_at !== null && { lastUsedDate: formatDateTime(last_used_at, interfaceTimeZone) }),
    hasTwoSecrets: has_two_secrets,
    ...showRights(toRights(row), interfaceTimeZone),
  }
}
