import type { AuditOrigin, NewAuditEntry } from '../../audit/entry.ts'
import type { BrandDocument } from '../../brand/document.ts'
import { defined } from '../../kernel/defined.ts'
import { lastingDifferences } from './differences.ts'

/** Lines that are kept; the rest are counted. A brand that is new has one for each of its parts. */
const linesMax = 500

interface AppliedChange {
  readonly before: { readonly document: BrandDocument; readonly version: number } | undefined
  readonly document: BrandDocument
  /** What becomes of cards and coupons. */
  readonly stockLines: readonly string[]
}

/** What the audit log says of an applied brand file. */
export function appliedEntry({ before, document, stockLines }: AppliedChange, origin: AuditOrigin): NewAuditEntry {
  const { enable } = document.brand
  const known = before?.document.brand.enable ?? []
  const lines = [...lastingDifferences(before?.document, document), ...stockLines]
  return defined({
    ...origin,
    action: 'brand.applied',
    subject: document.brand.id,
    before: before && { version: before.version },
    after: defined({
      version: (before?.version ?? 0) + 1,
      enabled: some(enable.filter((one) => !known.includes(one))),
      disabled: some(known.filter((one) => !enable.includes(one))),
      changes: lines.slice(0, linesMax),
      furtherChanges: lines.length > linesMax ? lines.length - linesMax : undefined,
    }),
  })
}

const some = <T>(list: readonly T[]) => (list.length > 0 ? list : undefined)
