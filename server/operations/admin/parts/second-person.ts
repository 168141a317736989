import { isDeepStrictEqual } from 'node:util'
import type { BrandDocument } from '../../../brand/document.ts'
import type { FileFault } from '../../../brand/reading/place.ts'
import type { Call } from '../../../decision/call.ts'

/** What users of the portal change by drafts alone, where a second person is asked for. */
const reviewedSections = ['campaigns', 'segments', 'templates', 'couponSets'] as const

/** Keys are the operator's, and are not held up. */
export const needsSecondPerson = ({ portal }: Pick<BrandDocument, 'portal'>, { user }: Pick<Call, 'user'>): boolean =>
  user !== undefined && portal?.publish?.secondPerson === true

/** What a user would change of what each role may do, which is for administrators. */
export function findUngoverned(
  before: BrandDocument | undefined,
  after: BrandDocument,
  { user }: Pick<Call, 'user'>,
): readonly FileFault[] {
  if (!before || !user || user.mayGovern || isDeepStrictEqual(before.portal, after.portal)) return []
  return [{ path: 'portal', message: 'says what each role may do: only an administrator can change it' }]
}

/** What a user would change past the second person, and the demand for one itself. */
export function findUnreviewed(
  before: BrandDocument | undefined,
  after: BrandDocument,
  call: Pick<Call, 'user'>,
): readonly FileFault[] {
  if (!before || !needsSecondPerson(before, call)) return []
  const changed = reviewedSections.filter((section) => !isDeepStrictEqual(before[section], after[section]))
  const message = 'are changed by a draft that somebody else approves: make one, and send it to review'
  const lifted = after.portal?.publish?.secondPerson === true ? [] : ['portal.publish.secondPerson']
  return [
    ...changed.map((path) => ({ path, message })),
    ...lifted.map((path) => ({ path, message: 'only the operator can do without a second person' })),
  ]
}
