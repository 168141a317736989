import type { Brand } from '../../../../domain/brand/brand.ts'
import { limitedActions } from '../../../../domain/judge/limits.ts'
import { type Company, companyAt } from '../../../../domain/judge/one-hand.ts'
import { beyondAll, fromDecimalText } from '../../../../domain/judge/sums.ts'
import { flag, integer, json, list, model, number, object, oneOf, text } from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import type { ApprovalRow } from '../../../../storage/store/portal/approval.sql.ts'
import { place } from './models.ts'
import { askingOf } from './second-person.ts'
import { showPlace } from './show.ts'

const anything = model('PortalRequest', 'What an operation is called with.', {})

export const approvalModel = model('PortalApproval', 'A change that needs a second person.', {
  approvalId: text('Its id.').required(),
  operation: text('The operation.').required(),
  request: json('What it is to be called with.', anything),
  action: oneOf('The limit that it is above. Absent for a change of the brand.', limitedActions),
  money: number('What it comes to, in the main currency. Absent where that cannot be told in advance.'),
  points: number('What it comes to, of points, stars and punches.'),
  currency: text('The main currency.').required(),
  cardNumber: text('The card.'),
  place: object('Where.', place),
  changes: list('Of a change of the brand: what would change, one line each.', text('A change.')),
  reason: text('Why.').required(),
  askedBy: text('Who asks.').required(),
  askedAt: integer('When, in milliseconds since 1970.').required(),
  endsAt: integer('Until when it can be approved, in milliseconds since 1970.').required(),
  state: oneOf('What became of it.', ['waiting', 'approved', 'done', 'failed', 'declined', 'over']).required(),
  decidedBy: text('Who decided.'),
  decidedAt: integer('When, in milliseconds since 1970.'),
  decisionText: text('Why it was declined, or could not be carried out.'),
  requestRef: text('The call that carried it out.'),
  hasNewSecrets: flag(
    'Whether it made secrets that the visitor, who asked for it, has not seen: newSecrets shows them once.',
  ),
  isMine: flag('Whether the visitor asked for it, and so cannot decide.').required(),
  isOneHand: flag(
    'Whether the visitor counts as one person with whoever asked, and so approves no more than they may do alone.',
  ),
  whoCan: list('Of one that waits: who can approve it.', text('A user.')),
})

/** Whoever looks at requests. */
interface Onlooker {
  readonly me: string
  readonly now: Instant
  readonly company?: Company
}

/** A request that waited too long is over, though nobody has said so. */
export function showApproval(row: ApprovalRow, brand: Brand, { me, now, company }: Onlooker) {
  const asking = company && row.state === 'waiting' ? askingOf(row, companyAt(company, row.asked_at), me) : undefined
  return defined({
    approvalId: row.approval_id,
    operation: row.operation,
    request: JSON.parse(row.request) as unknown,
    action: row.changes ? undefined : (limitedActions.find((one) => one === row.of_limit) ?? 'issue'),
    changes: row.changes ?? undefined,
    money: row.money === null || fromDecimalText(row.money) >= beyondAll ? undefined : Number(row.money),
    points: row.points === null ? undefined : Number(row.points),
    currency: brand.currency,
    cardNumber: row.card_number ?? undefined,
    place: showPlace(row.location_id, brand),
    reason: row.reason,
    askedBy: row.asked_by,
    askedAt: row.asked_at,
    endsAt: row.ends_at,
    state: row.state === 'waiting' && row.ends_at <= now ? ('over' as const) : row.state,
    decidedBy: row.decided_by ?? undefined,
    decidedAt: row.decided_at ?? undefined,
    decisionText: row.decision_text ?? undefined,
    requestRef: row.request_ref ?? undefined,
    hasNewSecrets: (row.asked_by === me && row.unshown !== null) || undefined,
    isMine: row.asked_by === me,
    isOneHand: asking?.isOneHand,
    whoCan: asking?.whoCan,
  })
}
