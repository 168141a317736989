import type { OperationAnswer } from '../ask/ask.ts'
import type { Mood } from './status-badge.tsx'

type ErrandState = OperationAnswer<'listErrands'>['errands'][number]['state']

/** How the states of long work look. */
export const errandMoods: Readonly<Record<ErrandState, Mood>> = {
  waiting: 'waiting',
  running: 'waiting',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
}
