import { type Instant, minute } from '../../ground/kernel/time.ts'

/** How long somebody counts as having proved who they are. */
const proofMs = 5 * minute

/** Whether somebody who proved who they are at that time still counts as known now. */
export const isFreshProof = (confirmedAt: Instant, now: Instant): boolean => now - confirmedAt <= proofMs
