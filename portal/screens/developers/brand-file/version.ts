import type { OperationAnswer } from '../../../ask/ask.ts'

export type ListedVersion = OperationAnswer<'brandHistory'>['versions'][number]
