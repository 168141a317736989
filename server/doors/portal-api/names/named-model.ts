import { list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { namedNouns } from './name-index.ts'

export const noun = oneOf('What it is.', namedNouns)

export const namedModel = model('Named', 'Something of the brand, as people call it.', {
  id: text('What rules call it.').required(),
  name: text('What people call it.').required(),
  one: text('What people call one of it, if that is another word.'),
  about: text('What tells it from others: the categories of a product, the channel of a template.'),
  type: text('What its values are, of attributes: text, oneOf, flag, number or severalOf.'),
  values: list('What it can be, of attributes that are one or several of a list.', text('One.')),
})
