import type { RouteAnswer } from '../../../ask/ask.ts'
import type { TriedPurchase } from './tried.ts'

type TryoutSetup = RouteAnswer<'tryoutSetup'>

/** What every part of the simulator's form gets. */
export interface FormProps {
  readonly tried: TriedPurchase
  readonly change: (patch: Partial<TriedPurchase>) => void
  /** What there is to choose from; undefined while it is on its way. */
  readonly setup: TryoutSetup | undefined
}
