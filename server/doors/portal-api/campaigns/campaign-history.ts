import { readChange } from '../../../domain/audit/change.ts'
import { nameOf } from '../../../domain/audit/sentence.ts'
import { id, integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { listEntryVersions } from '../../../storage/brand-store/history/entry-history.sql.ts'
import { toActor } from '../../../storage/brand-store/history/versions.ts'
import { brandRoute } from '../route.ts'

const changeKinds = [
  'created',
  'removed',
  'paused',
  'resumed',
  'renamed',
  'dates',
  'conditions',
  'limits',
  'rules',
  'other',
] as const
type ChangeKind = (typeof changeKinds)[number]

const changeOfCampaign = model('PortalCampaignChange', 'A version of the brand that changed the campaign.', {
  version: integer('The version.').required(),
  at: integer('When, in milliseconds since 1970.').required(),
  by: text('Who. Absent where nobody knows.'),
  note: text('Why.').max(10_000),
  kinds: list('What changed.', oneOf('One kind.', changeKinds)).required(),
})

const versionsMax = 50

export const campaignHistory = brandRoute({
  name: 'campaignHistory',
  summary: 'Which versions of the brand changed a campaign: who, when, why, and what.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'brand',
  request: { campaign: id('The campaign.').required() },
  response: { changes: list('The changes, newest first.', changeOfCampaign).required() },
  run: async ({ request, brand, services, language }) => {
    const address = `campaigns/${request.campaign}`
    const rows = await listEntryVersions(services.pool, brand.id, address, versionsMax)
    const changes = rows.map((row) => {
      const actor = toActor(row)
      const kinds = [...new Set(row.changes.map((line) => kindOf(line.slice(address.length))))]
      return defined({
        version: row.version,
        at: row.made_at,
        by: actor && nameOf(actor, language),
        note: row.note ?? undefined,
        kinds,
      })
    })
    return { changes }
  },
})

const fields: Readonly<Record<string, ChangeKind>> = {
  name: 'renamed',
  from: 'dates',
  until: 'dates',
  when: 'conditions',
  budget: 'limits',
  holdout: 'limits',
  variants: 'limits',
}

/** Of a line of differences, without its address: `: active true -> false`, `/rules/per-dollar: added`. */
function kindOf(line: string): ChangeKind {
  if (line.startsWith('/rules')) return 'rules'
  const change = readChange(line.slice(': '.length))
  if (change.what === 'added') return 'created'
  if (change.what === 'switchedOff') return 'removed'
  if (change.what === 'replaced' && change.field === 'active')
    return typeof change.after !== 'string' && change.after.text === 'true' ? 'resumed' : 'paused'
  const field = 'field' in change ? change.field : undefined
  return fields[/^\w+/.exec(field ?? '')?.[0] ?? ''] ?? 'other'
}
