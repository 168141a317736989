import { oneOf } from '../reading/scalars.ts'
import { type FileShape, isObject, shaped } from '../reading/shape.ts'
import { type DaysArgument, days } from './arguments.ts'

const periods = ['ever', 'day', 'week', 'month', 'year'] as const
const named = oneOf(...periods)

/** How often a limit or a budget begins anew. */
export type Period = (typeof periods)[number] | DaysArgument
export const period: FileShape<Period> = shaped(
  { schema: { anyOf: [named.schema, days.schema] }, example: 'day' },
  (value, at) => (isObject(value) ? days(value, at) : named(value, at)),
)
