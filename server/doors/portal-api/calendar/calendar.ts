import type { Brand } from '../../../domain/brand/brand.ts'
import { id, integer, list, model, oneOf, text, type Values } from '../../../ground/contract/field.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { type Instant, parseDateTime } from '../../../ground/kernel/time.ts'
import { listScheduledDrafts } from '../../../storage/brand-store/drafts/draft.sql.ts'
import { listCampaignsAdded } from '../../../storage/brand-store/history/campaigns-added.sql.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'

const item = model('CalendarItem', 'Something that runs, begins or ends.', {
  kind: oneOf('What it is.', ['campaign', 'rule', 'code', 'draft']).required(),
  id: text('The campaign, the coupon set of a code, or the draft.').required(),
  name: text('What it is called.').required(),
  of: text('Of a rule: its campaign. Of a code: its set.'),
  from: integer('When it begins, or the draft is published, in milliseconds since 1970. Absent: it always has.'),
  until: integer('When it ends. Absent: it does not.'),
  state: oneOf('Whether it counts.', ['on', 'paused']).required(),
})

type Item = Values<(typeof item)['fields']>

const itemsMax = 500

/** Everything that runs within some days: campaigns, rules with days of their own, public codes, and drafts that are due. */
export const calendar = brandRoute({
  name: 'calendar',
  summary: 'List what runs, begins and ends in a period.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'brand',
  request: {
    from: id("The first day, yyyy-MM-dd, in the brand's time zone.").required(),
    to: id('The day after the last one.').required(),
  },
  response: {
    from: integer('The beginning of the period, in milliseconds since 1970.').required(),
    to: integer('Its end.').required(),
    items: list('What runs then, at most 500; what begins first comes first.', item).required(),
  },
  run: async ({ request, brand, services }) => {
    const from = parseDateTime(`${request.from} 00:00:00`, brand.timeZone)
    const to = parseDateTime(`${request.to} 00:00:00`, brand.timeZone)
    if (from === undefined || to === undefined || to <= from)
      return turnDown('invalid', 'from, to: must be two days, yyyy-MM-dd, one after the other')
    const runs = ({ from: begins = 0, until = Number.POSITIVE_INFINITY }: Item) => begins < to && until > from
    const drafts = await draftsOf(services.pool, brand)
    const added = await listCampaignsAdded(services.pool, brand)
    const all = [...campaignsOf(brand, added), ...codesOf(brand), ...drafts].filter(runs)
    return { from, to, items: all.toSorted((a, b) => (a.from ?? 0) - (b.from ?? 0)).slice(0, itemsMax) }
  },
})

/** A draft is published at one moment: that is when it begins and ends here. */
async function draftsOf(db: Sql, { id }: Brand): Promise<Item[]> {
  const rows = await listScheduledDrafts(db, id)
  return rows.map(({ draft_id, title, publish_at }) => ({
    ...{ kind: 'draft' as const, id: draft_id, name: title, state: 'on' as const },
    ...{ from: publish_at, until: publish_at + 1 },
  }))
}

/** A campaign begins when it is to, and not before it was put into force. What was over by then never ran. */
function campaignsOf({ document, timeZone }: Brand, added: ReadonlyMap<string, Instant>): Item[] {
  const at = (date: string | undefined): Instant | undefined =>
    date === undefined ? undefined : parseDateTime(date, timeZone)
  return document.campaigns.flatMap((campaign) => {
    const state = campaign.active ? ('on' as const) : ('paused' as const)
    const own = { id: campaign.id, state }
    const whole = { kind: 'campaign' as const, name: campaign.name, from: at(campaign.from), until: at(campaign.until) }
    const rules = campaign.rules
      .filter((rule) => rule.from !== undefined || rule.until !== undefined)
      .map((rule) => ({
        ...{ kind: 'rule' as const, name: rule.name, of: campaign.name },
        ...{ from: at(rule.from ?? campaign.from), until: at(rule.until ?? campaign.until) },
      }))
    const inForce = added.get(campaign.id)
    const begin = (from: Instant | undefined) => (inForce === undefined ? from : Math.max(from ?? inForce, inForce))
    return [whole, ...rules]
      .map((one) => ({ ...own, ...one, from: begin(one.from) }))
      .filter(({ from = 0, until = Number.POSITIVE_INFINITY }) => from < until)
      .map((one) => defined(one))
  })
}

/** Codes without a period of their own run as long as their campaigns do. */
function codesOf({ document, timeZone }: Brand): Item[] {
  const at = (date: string | undefined) => (date === undefined ? undefined : parseDateTime(date, timeZone))
  return document.couponSets.flatMap((set) =>
    (set.codes ?? [])
      .filter(({ from, until }) => from !== undefined || until !== undefined)
      .map(({ code, from, until }) =>
        defined({
          ...{ kind: 'code' as const, id: set.id, name: code, of: set.name, state: 'on' as const },
          ...{ from: at(from), until: at(until) },
        }),
      ),
  )
}
