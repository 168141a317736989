import { id, list, text } from '../../../ground/contract/field.ts'
import { isRefusal, refuse, refuseField } from '../../../ground/kernel/errors.ts'
import { canonicalLanguage } from '../../../ground/kernel/language-tag.ts'
import { checkoutKeyValue } from '../balance-models.ts'
import { findReadable } from '../found-card.ts'
import { query } from '../operation.ts'
import { renderForCard } from './parts/render-for-card.ts'

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
    language: text('In this language. Absent: in that of the customer.').max(35),
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
    const keyValues = request.customKeyValues ?? []
    const language = request.language === undefined ? undefined : canonicalLanguage(request.language)
    if (request.language !== undefined && language === undefined)
      return refuseField(100, 'language', 'expected a language tag of BCP 47 such as de or pt-BR')
    const rendering = { brand, locationId: call.locationId, keyValues, language }
    const message = await renderForCard(reader, template, found, rendering)
    const { text: body, ...rest } = message
    return { kind: 'answer', cardId: found.card.id, response: { ...rest, body } }
  },
})
