import type { RouteAnswer } from '../../../ask/ask.ts'

export type DescribedOperation = RouteAnswer<'listOperations'>['operations'][number]
