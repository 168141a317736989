import { list, model } from '../../../ground/contract/field.ts'
import { brandRoute } from '../route.ts'
import { indexOfBrand } from './index-of-brand.ts'
import { namedNouns } from './name-index.ts'
import { namedModel, noun } from './named-model.ts'

/** Of each kind, so many are sent at once; whatever there is more of is searched by the server. */
const namesMax = 200

const kindModel = model('NamesOfKind', 'What there is of one kind.', {
  noun: noun.required(),
  names: list(`The first ${namesMax}.`, namedModel).required(),
})

export const brandNames = brandRoute({
  name: 'brandNames',
  summary:
    'Return what the brand calls its segments, coupon sets, levels and so on, so that rules can be told in words.',
  permission: 'configuration.see',
  isConfirmed: false,
  reach: 'place',
  request: {},
  response: { kinds: list('By kind.', kindModel).required() },
  run: async ({ brand }) => {
    const index = indexOfBrand(brand)
    return { kinds: namedNouns.map((kind) => ({ noun: kind, names: index[kind].slice(0, namesMax) })) }
  },
})
