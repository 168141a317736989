import { flag, integer, list, model, text } from '../../../ground/contract/field.ts'
import { brandRoute } from '../route.ts'
import { countCards, countedMax } from './stock.sql.ts'

const cardSetStock = model('CardSetStock', 'What is left of a card set.', {
  set: text('The card set.').required(),
  name: text('What people call it.').required(),
  program: text('The program that it belongs to.').required(),
  canMakeMore: flag('Whether more can be made: its cards are generated, not listed.').required(),
  free: integer(`Cards that can still be given out, counted up to ${countedMax}.`).required(),
  all: integer(`All its cards, counted up to ${countedMax}.`).required(),
})

export const cardStock = brandRoute({
  name: 'cardStock',
  summary: 'Count the cards of each set, and those that can still be given out.',
  permission: 'configuration.see',
  isConfirmed: false,
  reach: 'brand',
  request: {},
  response: {
    countedMax: integer('Numbers that are this large may be larger.').required(),
    sets: list('The card sets, in the order of the programs.', cardSetStock).required(),
  },
  run: async ({ brand, services }) => {
    const sets = brand.document.programs.flatMap((program) => program.cardSets.map((set) => ({ program, set })))
    const ids = sets.map(({ set }) => set.id)
    const counted = new Map((await countCards(services.pool, brand.id, ids)).map((one) => [one.set, one]))
    return {
      countedMax,
      sets: sets.map(({ program, set }) => ({
        set: set.id,
        name: set.name ?? set.id,
        program: program.id,
        canMakeMore: set.generate !== undefined,
        free: counted.get(set.id)?.free ?? 0,
        all: counted.get(set.id)?.all ?? 0,
      })),
    }
  },
})
