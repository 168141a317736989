import type { Mutant } from './mutant.ts'

/** What somebody may do to a brand, and by hand. The first three are faults that were once there, put back. */
export const judgeMutants: readonly Mutant[] = [
  {
    breaks: 'nobody changes a part of the file that their role may not',
    file: 'server/domain/judge/judge-change.ts',
    find: 'caller.permissions.includes(permission) ? undefined',
    replace: 'caller.permissions.length > 0 ? undefined',
    guards: ['judge/brand-changes'],
  },
  {
    breaks: 'a key changes nothing that its scope has not',
    file: 'server/domain/judge/judge-change.ts',
    find: 'wanted === undefined || coversScope(caller.rights.scope, wanted)',
    replace: 'wanted === undefined || caller.rights.scope !== undefined',
    guards: ['judge/brand-changes', 'judge/narrow-doors'],
  },
  {
    breaks: 'a limit by hand is held against what happens, not against what is asked for',
    file: 'server/calls/engine/judge-by-hand.ts',
    find: 'sumUp(partsOf(measure, outcome, room), measure.counts',
    replace: 'sumUp(partsOf(measure, outcome, room).slice(0, 1), measure.counts',
    guards: ['portal/judged-outcomes'],
  },
  {
    breaks: 'who has some places only changes nothing of the whole brand',
    file: 'server/domain/judge/judge-change.ts',
    find: "if (places) return touched.map(({ path }) => against(path, { kind: 'somePlaces' }))",
    replace: '',
    guards: ['judge/brand-changes', 'judge/narrow-doors'],
  },
  {
    breaks: 'campaigns give no more than one person may have them give',
    file: 'server/domain/judge/judge-change.ts',
    find: "caller.kind === 'user' && !isOfTwo(caller) ? overGiving(change) : []",
    replace: '[]',
    guards: ['portal/given-limit.test', 'judge/given-objection'],
  },
  {
    breaks: 'whether coupons are gained by hand is looked at',
    file: 'server/calls/engine/judge-by-hand.ts',
    find: '  if (measure.givesCoupons) return worth\n',
    replace: '  if (measure.givesCoupons) return { ...worth, known: nothing, open: 0 }\n',
    guards: ['portal/judged-coupons'],
  },
]
