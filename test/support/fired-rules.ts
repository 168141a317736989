import type { Trace } from '../../server/domain/campaign/trace.ts'

/** The rules that fired, by campaign and rule. */
export const firedIn = (trace: Trace) => trace.flatMap((entry) => ('fired' in entry ? entry.rule : []))
