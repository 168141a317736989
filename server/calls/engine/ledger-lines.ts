import type { Posting } from '../../domain/card/book.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { LedgerLine } from '../../storage/store/batch/record.sql.ts'

/** Issuances are counted over all cards of the call. */
export function toLines(ref: RequestRef, postings: readonly Posting[]): LedgerLine[] {
  let issuances = 0
  return postings.map((posting, index) => {
    const line = { ...posting, ref, line: index + 1 }
    if (posting.issuanceIndex === undefined) return line
    issuances += 1
    return { ...line, issuanceIndex: issuances }
  })
}
