import type { RouteAnswer } from '../../ask/ask.ts'

export type Figures = RouteAnswer<'homeFigures'>
export type ValueFigures = Figures['values'][number]
