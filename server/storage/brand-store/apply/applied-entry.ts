import type { AuditOrigin, NewAuditEntry } from '../../../domain/audit/entry.ts'
import type { BrandDocument } from '../../../domain/brand/document.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { VersionSource } from '../history/version.sql.ts'

/** Lines that are kept; the rest are counted. A brand that is new has one for each of its parts. */
export const keptLinesMax = 500

interface AppliedChange {
  readonly before: { readonly document: BrandDocument; readonly version: number } | undefined
  readonly document: BrandDocument
  readonly making: { readonly source: VersionSource; readonly ofVersion?: number | undefined }
  /** What changes, in words that may be kept for ever. */
  readonly lines: readonly string[]
  readonly isLoosenedAlone: boolean
  readonly isGivenAlone: boolean
}

/** What the audit log says of an applied brand file. */
export function appliedEntry(change: AppliedChange, origin: AuditOrigin): NewAuditEntry {
  const { before, document, making, lines, isLoosenedAlone, isGivenAlone } = change
  const { enable } = document.brand
  const known = before?.document.brand.enable ?? []
  return defined({
    ...origin,
    action: 'brand.applied',
    subject: document.brand.id,
    before: before && { version: before.version },
    after: defined({
      version: (before?.version ?? 0) + 1,
      rolledBackTo: making.source === 'rollback' ? making.ofVersion : undefined,
      isPromotion: making.source === 'promotion' ? true : undefined,
      isLoosenedAlone: isLoosenedAlone || undefined,
      isGivenAlone: isGivenAlone || undefined,
      enabled: some(enable.filter((one) => !known.includes(one))),
      disabled: some(known.filter((one) => !enable.includes(one))),
      changes: lines.slice(0, keptLinesMax),
      furtherChanges: lines.length > keptLinesMax ? lines.length - keptLinesMax : undefined,
    }),
  })
}

const some = <T>(list: readonly T[]) => (list.length > 0 ? list : undefined)
