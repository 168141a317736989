import type { Program } from '../../../domain/brand/brand.ts'
import { balanceTypes } from '../../../domain/brand/shapes/balance-type.ts'
import { programOf } from '../../../domain/brand/value-types.ts'
import { id, integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { refuse, refuseField } from '../../../ground/kernel/errors.ts'
import { query } from '../operation.ts'

const valueTypeResult = model('ValueTypeResult', 'A kind of balance that cards of a program can have.', {
  balanceType: oneOf('The kind of balance.', balanceTypes).required(),
  balanceCode: text('The currency, or the code of a custom value type.'),
  scale: integer('How many decimals amounts may have.').required(),
  balanceCodeDisplay: text('The name of a custom value type.'),
})

export const listValueTypes = query({
  name: 'listValueTypes',
  summary: 'List the value types of a card or of a card set.',
  callType: 'REPORTING',
  requestModel: 'ListValueTypesRequest',
  responseModel: 'ListValueTypesResponse',
  request: {
    lookupCardNumber: id('The card. Give this or cardSetId.'),
    cardSetId: id('The card set. Give this or lookupCardNumber.'),
  },
  response: { valueTypes: list('The value types.', valueTypeResult).required() },
  check: ({ lookupCardNumber, cardSetId }) =>
    (lookupCardNumber === undefined) === (cardSetId === undefined)
      ? refuseField(100, 'lookupCardNumber', 'give lookupCardNumber or cardSetId')
      : undefined,
  answer: async ({ request, brand, reader }) => {
    const { lookupCardNumber, cardSetId } = request
    if (cardSetId !== undefined) {
      const program = brand.cardSets.get(cardSetId)
      return program ? toAnswer(program) : refuseField(100, 'cardSetId', 'there is no such card set')
    }
    const found = await reader.findCard(brand.id, lookupCardNumber ?? '')
    if (!found) return refuse(2)
    const program = programOf(brand, found.card)
    return program ? { ...toAnswer(program), cardId: found.card.id } : refuse(2)
  },
})

function toAnswer(program: Program) {
  const valueTypes = program.valueTypes
    .filter((type) => !type.switchedOff)
    .map(({ balanceType, balanceCode, scale, display }) => ({
      balanceType,
      ...(balanceCode && { balanceCode }),
      scale,
      ...(balanceType === 'Custom' && { balanceCodeDisplay: display?.other ?? balanceCode }),
    }))
  return { kind: 'answer' as const, response: { valueTypes } }
}
