import type { BrandDocument } from '../brand/document.ts'
import { portalRoles } from '../brand/shapes/portal-shape.ts'
import { approvalLimitOf, type HandLimit, limitedActions, limitOf, worksAlone } from './limits.ts'
import { isAbove } from './sums.ts'

type Document = Pick<BrandDocument, 'portal'>

/** The parts by which a change lets people do more by hand than before: higher limits of any role, or no second person. */
export function loosenedParts(before: Document | undefined, after: Document): readonly string[] {
  const [old, next] = [{ document: before ?? {} }, { document: after }]
  const isRaised = portalRoles.some(
    (role) =>
      limitedActions.some((action) => isWider(limitOf(next, role, action), limitOf(old, role, action))) ||
      isWiderApproval(approvalLimitOf(next, role), approvalLimitOf(old, role)),
  )
  return [...(isRaised ? ['portal.limits'] : []), ...(worksAlone(next) && !worksAlone(old) ? ['portal.approvals'] : [])]
}

const isWider = (next: HandLimit, old: HandLimit): boolean =>
  isAbove(next.once, old.once) || isAbove(next.perDay, old.perDay)

/** Without a limit, a role approves everything. */
const isWiderApproval = (next: HandLimit | undefined, old: HandLimit | undefined): boolean =>
  old !== undefined && (next === undefined || isWider(next, old))
