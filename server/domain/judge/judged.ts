import type { Caller, KeptVerdict } from './caller.ts'

/** What is kept of a change that waits. */
export const judgedAs = (caller: Caller, parts: readonly string[]): KeptVerdict =>
  caller.kind === 'earlier' ? caller.judged : { by: caller, parts }

/** Whoever had a change wait. One that an earlier version kept has no verdict: it may do what needs no proof. */
export function earlierCaller(judged: KeptVerdict | null, kept: 'commandLine' | 'key' | 'user'): Caller {
  if (judged) return { kind: 'earlier', judged }
  return kept === 'commandLine' ? { kind: 'operator' } : { kind: 'earlier', judged: { by: anybody, parts: [] } }
}

const anybody: KeptVerdict['by'] = {
  kind: 'user',
  permissions: ['configuration.change', 'campaigns.change', 'coupons.make'],
  isConfirmed: false,
  isSeconded: true,
}
