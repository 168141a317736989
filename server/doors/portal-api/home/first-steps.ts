import { flag, integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { countKeysInForce } from '../../../storage/brand-store/keys/api-key.sql.ts'
import { listCardStock } from '../../../storage/brand-store/stock/stock-left.sql.ts'
import { countFirstUses } from '../../../storage/store/queries/first-uses.sql.ts'
import { brandRoute } from '../route.ts'

/** What a brand needs until customers are served, in the order in which it is easiest. */
const steps = ['place', 'program', 'cards', 'tried', 'key', 'call', 'sale'] as const

const stepModel = model('FirstStep', 'Something that a new brand needs.', {
  step: oneOf('What it is.', steps).required(),
  isDone: flag('Whether it is done.').required(),
})

/** Who sells by the terminal alone has begun after so many sales: the first may be a try. */
const salesByHand = 5

export const firstSteps = brandRoute({
  name: 'firstSteps',
  summary: 'What a new brand still needs until its first real sale.',
  permission: 'configuration.see',
  isConfirmed: false,
  reach: 'brand',
  request: {},
  response: {
    isUnderWay: flag('Whether customers are served: nothing of this has to be shown any more.').required(),
    steps: list('What it needs, in order.', stepModel).required(),
    program: text('The first program, if there is one.'),
    cardSet: text('A card set with free cards, for the first call.'),
    freeCards: integer('How many cards are free, at most 1,000 of each set.').required(),
  },
  run: async ({ services, brand }) => {
    const uses = await countFirstUses(services.pool, brand.id)
    const keys = await countKeysInForce(services.pool, brand.id)
    const stock = await listCardStock(services.pool, brand)
    const [program] = brand.document.programs
    const isUnderWay = uses.isBusy || uses.byKeys > 0 || uses.byHand >= salesByHand
    const done = {
      place: brand.locations.size > 0,
      program: program !== undefined,
      cards: stock.some(({ made, free }) => made + free > 0),
      tried: uses.tried > 0,
      key: keys.inForce > 0,
      call: keys.used > 0,
      sale: isUnderWay,
    }
    return defined({
      isUnderWay: isUnderWay && done.place && done.program,
      steps: steps.map((step) => ({ step, isDone: done[step] })),
      program: program?.id,
      cardSet: stock.find(({ free }) => free > 0)?.set,
      freeCards: stock.reduce((sum, { free }) => sum + free, 0),
    })
  },
})
