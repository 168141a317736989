import { originOf } from '../../../domain/decision/audit-origin.ts'
import { languageOf } from '../../../domain/decision/call.ts'
import { asksSecondPerson } from '../../../domain/judge/second-person.ts'
import { toDecimalText } from '../../../domain/judge/sums.ts'
import { dateTime, decimal, flag, id, integer, oneOf, text } from '../../../ground/contract/field.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuse } from '../../../ground/kernel/errors.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import { insertRepair, repairKinds } from '../../../storage/store/repair/repair.sql.ts'
import { findTouched, touchedMax } from '../../../storage/store/repair/touched.ts'
import { type TaskContext, task } from '../operation.ts'
import { judgeRepair, type RepairVerdict } from './parts/judge-repair.ts'
import { type PlannedRepair, planRepair, type RepairRequest } from './parts/plan-repair.ts'

export const startRepair = task({
  name: 'startRepair',
  group: 'admin',
  summary: 'Take back what is left of what a campaign gave by mistake, or make up for it.',
  details:
    'Whom it concerns is decided when it is called; their cards are seen to in the background, each once, however often it is sent. `take` takes from the very balance that the campaign gave and never more than is left of it; discounts stay. Users of the portal are judged by what it comes to in all: above their limit somebody else has to approve it.',
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  requestModel: 'StartRepairRequest',
  responseModel: 'StartRepairResponse',
  request: {
    campaign: id('The campaign, which may be gone by now.').required(),
    kind: oneOf(
      'take: take back what is left of what it gave. give: give each of these cards something as goodwill. tell: send each customer a message.',
      repairKinds,
    ).required(),
    from: dateTime('Only what it gave from then on.'),
    until: dateTime('Only what it gave before then.'),
    balanceType: oneOf('With give: what.', ['Currency', 'Points', 'Punches', 'Custom']),
    balanceCode: id('With give: of Currency and Custom, which.'),
    amount: decimal('With give: how much each card gets.'),
    forEver: flag(
      'With give: it does not expire. Otherwise it lasts as long as what customers earn of it now.',
    ).default(false),
    template: id('With tell: the template of the message.'),
    dryRun: flag('Only return what it would do.').default(false),
  },
  response: {
    repairId: text('The repair: the requestRef of this call. Absent with dryRun.'),
    cards: integer('How many cards it concerns.').required(),
    money: text('What it comes to, in the main currency.').required(),
    points: text('What it comes to, of points, stars and punches.').required(),
    needsSecondPerson: flag('With dryRun: whether somebody else has to approve it.'),
  },
  perform: async (context) => {
    const { request, call, brand, db } = context
    const now = await readNow(db)
    const { campaign, from, until } = request
    const touched = await findTouched(db, brand.id, { campaign, from, until, now })
    if (!touched) return refuse(100, words[languageOf(call)].tooMany)
    const plan = planRepair(brand, request, { touched, now })
    if (isRefusal(plan)) return plan
    if (plan.cards.length === 0) return refuse(100, words[languageOf(call)].nobody)
    const unseen = findUnseen(context)
    const verdict: RepairVerdict = await judgeRepair(context, plan, now)
    const isAbove = verdict.objection?.why === 'aboveLimit'
    const sums = { money: toDecimalText(plan.sums.money), points: toDecimalText(plan.sums.points) }
    const response = { cards: plan.cards.length, ...sums }
    if (request.dryRun && (isAbove || !verdict.objection))
      return { kind: 'answer', response: { ...response, needsSecondPerson: isAbove || unseen !== undefined } }
    if (verdict.objection) return { ...refuse(104), objection: verdict.objection }
    if (unseen) return unseen
    await keep(context, plan, now)
    return { kind: 'answer', response: { ...response, repairId: call.ref } }
  },
})

/** Where the brand wants somebody else to see what its customers are told, that holds for this as well. */
function findUnseen({ request, call, brand }: TaskContext<RepairRequest>): Refusal | undefined {
  const { user } = call
  const isSeen = user?.approvedBy !== undefined && !user.company?.oneHand.has(user.approvedBy)
  if (request.kind !== 'tell' || !user || isSeen || !asksSecondPerson(brand.document)) return undefined
  return { ...refuse(104, words[languageOf(call)].unseen), owed: 'secondPerson' }
}

async function keep({ request, call, brand, db }: TaskContext<RepairRequest>, plan: PlannedRepair, askedAt: number) {
  const { campaign, kind } = request
  const { user, key } = call
  const repair = defined({
    id: call.ref,
    campaign,
    kind,
    wish: plan.wish,
    locationId: call.locationId,
    terminalId: call.terminalId,
    reason: call.note ?? '',
    askedBy: user?.name ?? key?.name ?? '',
    isByUser: user !== undefined,
    approvedBy: user?.approvedBy,
    askedAt,
  })
  await insertRepair(db, brand.id, repair, plan.cards)
  const after = { kind, cards: plan.cards.length }
  await insertAuditEntries(db, brand.id, [
    { action: 'repair.started', subject: campaign, ...originOf(call), after: { ...after, ...plan.wish } },
  ])
}

const words: Readonly<Record<Language, Readonly<Record<'nobody' | 'tooMany' | 'unseen', string>>>> = {
  en: {
    nobody: 'There is nothing to do: nobody has got anything of it in this time, or nothing is left of it.',
    tooMany: `It concerns more than ${touchedMax} cards. Choose a shorter time, and do it in several steps.`,
    unseen: 'Somebody else has to approve what customers are told.',
  },
  de: {
    nobody: 'Es gibt nichts zu tun: in dieser Zeit hat niemand etwas davon bekommen, oder es ist nichts mehr davon da.',
    tooMany: `Es betrifft mehr als ${touchedMax} Karten. Wählen Sie einen kürzeren Zeitraum und tun Sie es in mehreren Schritten.`,
    unseen: 'Jemand anders muss freigeben, was Kundinnen und Kunden geschickt wird.',
  },
}
