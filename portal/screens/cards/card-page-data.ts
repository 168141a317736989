import type { RouteAnswer } from '../../ask/ask.ts'

export type CardPageData = RouteAnswer<'cardPage'>
