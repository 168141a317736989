import type { Brand } from '../../../domain/brand/brand.ts'
import { programOf } from '../../../domain/brand/value-types.ts'
import type { CallFacts } from '../../../domain/campaign/call-facts.ts'
import { LocalClock } from '../../../domain/campaign/clock.ts'
import { FiredRules } from '../../../domain/campaign/fired-rules.ts'
import { renderMessage } from '../../../domain/message/render.ts'
import { variablesOf } from '../../../domain/message/variables.ts'
import { id, list, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal, refuse } from '../../../ground/kernel/errors.ts'
import { unmetered } from '../../../ground/kernel/work-meter.ts'
import { listAccounts } from '../../../storage/store/batch/account.sql.ts'
import type { CardView } from '../../../storage/store/queries/card-view.sql.ts'
import { checkoutKeyValue } from '../balance-models.ts'
import { findReadable } from '../found-card.ts'
import { query } from '../operation.ts'

export const renderTemplate = query({
  name: 'renderTemplate',
  summary: 'Render a template for the customer of a card.',
  details: 'Nothing is sent. Variables about a checkout, a coupon or a change of balance are empty.',
  callType: 'REPORTING',
  requestModel: 'RenderTemplateRequest',
  responseModel: 'RenderTemplateResponse',
  request: {
    templateId: id('The template, by its id in the brand file.').required(),
    cardNumber: id('The card.').required(6),
    customKeyValues: list('Values of the variables keyValues.KEY.', checkoutKeyValue),
  },
  response: {
    subject: text('The subject. Absent if the template has none.'),
    body: text('The plain text.').required(),
    html: text('The text as HTML. Absent if the template has none.'),
  },
  answer: async ({ request, brand, call, reader }) => {
    const found = await findReadable(reader, brand.id, request.cardNumber)
    if (isRefusal(found)) return found
    const template = brand.document.templates.find((one) => one.id === request.templateId)
    if (!template) return refuse(118, 'There is no such template.')
    const account = await accountOf(found, brand, reader)
    const facts = { ...factsOf(found, brand), account, keyValues: request.customKeyValues ?? [] }
    const locationName = brand.locations.get(call.locationId)?.name
    const message = renderMessage(template, variablesOf(facts, { brand, locationName }).lookup)
    const { text: body, ...rest } = message
    return { kind: 'answer', cardId: found.card.id, response: { ...rest, body } }
  },
})

async function accountOf({ card }: CardView, brand: Brand, reader: Parameters<typeof listAccounts>[0]) {
  const [account] = await listAccounts(reader, brand.id, [card.id])
  const { customer = {}, demographics = {}, optIns = [], hasChildren = false, enrolledAt } = account ?? {}
  return { isEnrolled: enrolledAt !== undefined, hasChildren, customer, demographics, optIns }
}

/** The facts of a call in which nothing has happened: the card alone. */
function factsOf({ card, now }: CardView, brand: Brand): CallFacts {
  const program = programOf(brand, card)
  return defined({
    brand: brand.id,
    work: unmetered(),
    clock: new LocalClock(now, brand.timeZone),
    callType: 'REPORTING',
    trigger: 'custom',
    card,
    program,
    target: 'root',
    isChild: false,
    past: new Map(),
    fired: new FiredRules(),
    events: [],
    payments: [],
    coupons: [],
    keyValues: [],
    choices: [],
  })
}
