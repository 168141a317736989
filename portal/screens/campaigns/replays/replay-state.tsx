import type { OperationAnswer } from '../../../ask/ask.ts'
import { errandMoods } from '../../../parts/errand-moods.ts'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import { useTexts } from '../../../texts/texts.ts'

type Errand = OperationAnswer<'listErrands'>['errands'][number]

/** How a replay stands, with how far it is. */
export function ReplayState({ errand }: { readonly errand: Pick<Errand, 'state' | 'done' | 'total'> }) {
  const { replays: texts } = useTexts()
  const { state, done, total } = errand
  const share = done !== undefined && total ? Math.floor(Math.min(1, done / total) * 100) : undefined
  const words = state === 'running' && share !== undefined ? texts.runningTo(share) : texts.states[state]
  return <StatusBadge mood={errandMoods[state]} text={words} />
}
