import type { Path } from '../model/plain.ts'

/** A condition: the list that it is in, however deep, and its place there. */
export interface ConditionPlace {
  /** The `when` of a rule or a campaign. */
  readonly listPath: Path
  /** Its place in that list: `[2]`, or `[2, 'any', 0]`. */
  readonly at: Path
}
