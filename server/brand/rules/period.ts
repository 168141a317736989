import { oneOf } from '../reading/scalars.ts'
import { type FileShape, isObject } from '../reading/shape.ts'
import { type Days, days } from './arguments.ts'

const periods = ['ever', 'day', 'week', 'month', 'year'] as const

/** How often a limit or a budget begins anew. */
export type Period = (typeof periods)[number] | Days
export const period: FileShape<Period> = (value, at) =>
  isObject(value) ? days(value, at) : oneOf(...periods)(value, at)
