import { id, integer, list, text } from '../../../ground/contract/field.ts'
import { brandRoute } from '../route.ts'
import { indexOfBrand } from './index-of-brand.ts'
import { searchNames } from './name-index.ts'
import { namedModel, noun } from './named-model.ts'

/** Forms choose among thousands of products: the server searches. */
export const findNames = brandRoute({
  name: 'findNames',
  summary: 'Find products, locations, segments and everything else that a rule can name.',
  permission: 'configuration.see',
  isConfirmed: false,
  reach: 'place',
  request: {
    noun: noun.required(),
    text: text('Words of its name or id. Empty: the first ones.').max(200).default(''),
    ids: list('Exactly these, instead of a text.', id('One.')).max(1000),
    count: integer('How many to return at most.').between(1, 1000).default(30),
  },
  response: {
    total: integer('How many there are.').required(),
    names: list('They.', namedModel).required(),
  },
  run: async ({ request: { noun: kind, text: sought, ids, count }, brand }) => {
    const names = indexOfBrand(brand)[kind]
    const wanted = ids && new Set(ids)
    const found = wanted ? names.filter((one) => wanted.has(one.id)) : searchNames(names, sought)
    return { total: found.length, names: found.slice(0, count) }
  },
})
