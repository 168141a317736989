import { listsOf } from '../grammar/lists.ts'

export const lists = listsOf({ and: 'und', or: 'oder', quotes: ['„', '“'], aside: /\([^()]*\)|„[^“]*“/g })
