import { balanceTypes } from '../../../domain/brand/shapes/balance-type.ts'
import { integer, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { brandRoute } from '../route.ts'

const named = { id: text('Its id.').required(), name: text('Its name.').required() }

const place = model('TryoutPlace', 'A location.', { ...named, currency: text('Its currency.').required() })

const value = model('TryoutValue', 'A value that cards of a program can hold.', {
  balanceType: oneOf('The kind of value.', balanceTypes).required(),
  balanceCode: text('The currency, or the code of a custom value.'),
  name: text('What the brand calls it, if it says so.'),
  nameOfOne: text('What the brand calls one of it, if it says so.'),
  scale: integer('How many decimals it has.').required(),
})

const program = model('TryoutProgram', 'A program that an invented card can belong to.', {
  ...named,
  levels: list('Its levels, the lowest first.', model('TryoutLevel', 'A level.', named)).required(),
  values: list('What its cards can hold.', value).required(),
})

/** What an invented customer is made of, and where they can shop. */
export const tryoutSetup = brandRoute({
  name: 'tryoutSetup',
  summary: 'What there is to choose from when a checkout is tried out: locations, programs, levels and segments.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'brand',
  request: {},
  response: {
    places: list('The locations.', place).required(),
    programs: list('The programs.', program).required(),
    segments: list('The segments.', model('TryoutSegment', 'A segment.', named)).required(),
  },
  run: async ({ brand }) => ({
    places: [...brand.locations.values()].map(({ id, name, currency }) => ({ id, name, currency })),
    programs: [...brand.programs.values()].map(({ id, name, tiers }) => ({
      id,
      name,
      levels: (tiers?.levels ?? []).map((level) => ({ id: level.id, name: level.name })),
      values: [...brand.valueTypes.values()]
        .filter((type) => type.program === id && !type.switchedOff)
        .map(({ balanceType, balanceCode, display, scale }) =>
          defined({
            balanceType,
            balanceCode: balanceCode || undefined,
            name: display?.other,
            nameOfOne: display?.one,
            scale,
          }),
        ),
    })),
    segments: brand.document.segments.map(({ id, name }) => ({ id, name })),
  }),
})
