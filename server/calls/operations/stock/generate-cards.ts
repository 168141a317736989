import { originOf } from '../../../domain/decision/audit-origin.ts'
import { id, integer } from '../../../ground/contract/field.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import { addGeneratedCards as makeCards } from '../../../storage/brand-store/stock/make-cards.ts'
import { inBulk } from '../../../storage/brand-store/stock/make-stock.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import { stockMax } from '../brand/parts/stock-max.ts'
import { task } from '../operation.ts'

export const generateCards = task({
  name: 'generateCards',
  group: 'admin',
  summary: 'Generate more cards for a set, in the form that the brand file gives.',
  details: 'They do not count towards the number in the file, which can be applied again unchanged.',
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  requestModel: 'GenerateCardsRequest',
  responseModel: 'GenerateCardsResponse',
  request: {
    cardSetId: id('The card set.').required(),
    count: integer('How many to generate.').between(1, stockMax).required(),
  },
  response: { count: integer('How many were made.').required() },
  perform: async ({ request, call, brand, db, random, pins }) => {
    const { cardSetId: setId, count } = request
    const program = brand.document.programs.find(({ cardSets }) => cardSets.some((set) => set.id === setId))
    const set = program?.cardSets.find((one) => one.id === setId)
    if (!program || !set) return refuseField(100, 'cardSetId', 'there is no such card set')
    if (!set.generate) return refuseField(100, 'cardSetId', 'the cards of this set are listed, not generated')
    const { pinLength } = program
    const maker = {
      db,
      brandId: brand.id,
      setId,
      pinLength,
      random: inBulk(random),
      pins,
      origin: 'created',
    } as const
    const made = await makeCards(maker, set.generate, count)
    if (!made) return refuseField(100, 'count', 'no more numbers of this prefix and length are free')
    const subject = `cardSets/${setId}`
    await insertAuditEntries(db, brand.id, [
      { ...originOf(call), action: 'stock.generated', subject, after: { count } },
    ])
    return { kind: 'answer', response: { count } }
  },
})
