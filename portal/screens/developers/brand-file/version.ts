import type { OperationAnswer } from '../../../ask/ask.ts'

export type Version = OperationAnswer<'brandHistory'>['versions'][number]
