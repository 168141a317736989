import type { RouteAnswer } from '../../../ask/ask.ts'

/** Whom a campaign gave what, and what was done about it. */
export type MistakePage = RouteAnswer<'campaignMistake'>
