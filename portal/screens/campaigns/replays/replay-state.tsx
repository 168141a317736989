import type { OperationAnswer } from '../../../ask/ask.ts'
import { type Mood, StatusBadge } from '../../../parts/status-badge.tsx'
import { useTexts } from '../../../texts/texts.ts'

type Errand = OperationAnswer<'listErrands'>['errands'][number]

const moods: Readonly<Record<Errand['state'], Mood>> = {
  waiting: 'waiting',
  running: 'waiting',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
}

/** How a replay stands, with how far it is. */
export function ReplayState({ errand }: { readonly errand: Pick<Errand, 'state' | 'done' | 'total'> }) {
  const { replays: texts } = useTexts()
  const { state, done, total } = errand
  const share = done !== undefined && total ? Math.floor(Math.min(1, done / total) * 100) : undefined
  const words = state === 'running' && share !== undefined ? texts.runningTo(share) : texts.states[state]
  return <StatusBadge mood={moods[state]} text={words} />
}
