import { balanceTypes } from '../../../domain/brand/shapes/balance-type.ts'
import { customerFacts } from '../../../domain/brand/shapes/portal-shape.ts'
import { earnedUntil } from '../../../domain/campaign/earned-expiry.ts'
import { findsBy } from '../../../domain/judge/customer-facts.ts'
import { worksAlone } from '../../../domain/judge/limits.ts'
import { flag, integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { brandRoute } from '../route.ts'
import { limitModel, showLimits } from './parts/limits.ts'

const terminalPlace = model('PortalTerminalPlace', 'A location where the visitor may serve customers.', {
  id: text('Its id.').required(),
  name: text('Its name.').required(),
  currency: text('Its currency.').required(),
  terminals: list('Its terminals.', text('A terminal.')).required(),
})

const terminalValue = model('PortalTerminalValue', 'A value that cards can hold.', {
  program: text("The program's name.").required(),
  balanceType: oneOf('The kind of value.', balanceTypes).required(),
  balanceCode: text('The currency, or the code of a custom value.'),
  name: text('What the brand calls it, if it says so.'),
  nameOfOne: text('What the brand calls one of it, if it says so.'),
  scale: integer('How many decimals it has.').required(),
  earnedUntil: integer('Until when what is earned of it now lasts, in milliseconds since 1970; absent: for ever.'),
})

const terminalSet = model('PortalTerminalSet', 'A card set that cards can be allocated from.', {
  id: text('Its id.').required(),
  name: text('Its name.').required(),
  program: text("Its program's name.").required(),
})

const terminalProduct = model('PortalTerminalProduct', 'A product of the catalogue.', {
  sku: text('The product.').required(),
  name: text('Its name.').required(),
  categories: list('Its categories.', text('A category.')).required(),
})

const productsMax = 1000

export const terminalSetup = brandRoute({
  name: 'terminalSetup',
  summary: 'What the virtual terminal offers to choose from, and the limits of the visitor.',
  permission: 'terminal.use',
  isConfirmed: false,
  reach: 'place',
  // Whoever corrects balances or moves them chooses from the same.
  orAny: ['cards.adjust', 'cards.repair'],
  request: {},
  response: {
    places: list('Where the visitor may serve customers.', terminalPlace).required(),
    values: list('What cards can hold.', terminalValue).required(),
    cardSets: list('Where cards can be allocated from.', terminalSet).required(),
    products: list('The catalogue, at most 1,000.', terminalProduct).required(),
    limits: list('What needs a second person.', limitModel).required(),
    findsBy: list(
      'What customers without a card are found by.',
      oneOf('A phone number, an e-mail address, or a name with another fact.', customerFacts),
    ).required(),
    datesCalls: flag('Whether a call may count for an earlier day.').required(),
    reactivates: flag('Whether cards that were blocked can be made active again.').required(),
    mayAlone: flag('Whether the visitor may go beyond the limits after confirming who they are.').required(),
  },
  run: async ({ brand, standing, services }) => {
    const { document, locations, timeZone } = brand
    const places = [...locations.values()].filter(({ id }) => !standing.locations || standing.locations.has(id))
    return {
      places: places.map(({ id, name, currency, terminals }) => ({ id, name, currency, terminals: [...terminals] })),
      values: [...brand.valueTypes.values()]
        .filter(({ switchedOff }) => !switchedOff)
        .map(({ program, balanceType, balanceCode, display, scale }) =>
          defined({
            program: brand.programs.get(program)?.name ?? program,
            balanceType,
            balanceCode: balanceCode || undefined,
            name: display?.other,
            nameOfOne: display?.one,
            scale,
            earnedUntil: earnedUntil(document, { balanceType, balanceCode }, { now: services.now(), timeZone }),
          }),
        ),
      cardSets: document.programs.flatMap((program) =>
        program.cardSets.map(({ id, name }) => ({ id, name, program: program.name })),
      ),
      products: document.products.slice(0, productsMax).map(({ sku, name, categories }) => ({ sku, name, categories })),
      limits: showLimits(brand, standing.role),
      findsBy: [...findsBy(brand, standing.permissions)],
      datesCalls: brand.enabled.has('customRequestDate'),
      reactivates: brand.enabled.has('reactivate'),
      mayAlone: worksAlone(brand) && standing.permissions.has('changes.approve'),
    }
  },
})
