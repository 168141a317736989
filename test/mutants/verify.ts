import type { Mutant } from './mutant.ts'

export const verifyMutants: readonly Mutant[] = [
  {
    breaks: 'verify runs every check',
    file: 'server/storage/verify/verify.ts',
    find: 'of checks) {',
    replace: 'of checks.slice(16)) {',
    guards: ['verify-breaks'],
  },
  {
    breaks: 'verify looks at the last check, too',
    file: 'server/storage/verify/verify.ts',
    find: 'of checks) {',
    replace: 'of checks.slice(0, -1)) {',
    guards: ['verify-breaks'],
  },
  {
    breaks: 'what a lot holds is compared',
    file: 'server/storage/verify/checks.sql.ts',
    find: 'or coalesce(derived.held, 0) <> coalesce(lot.held, 0)',
    replace: '',
    guards: ['verify-breaks'],
  },
  {
    breaks: 'a balance ends its chain',
    file: 'server/storage/verify/checks.sql.ts',
    find: '<> (coalesce(balance.amount, 0), coalesce(balance.held, 0), coalesce(balance.seq, 0))',
    replace: '<> (coalesce(balance.amount, 0), coalesce(balance.held, 0), coalesce(derived.seq, 0))',
    guards: ['verify-breaks'],
  },
  {
    breaks: 'an audit entry that took the place of another is found',
    file: 'server/storage/verify/audit.sql.ts',
    find: 'if (expected.equals(row.seal)) return undefined',
    replace: 'if (expected.length === row.seal.length) return undefined',
    guards: ['audit-seals'],
  },
  {
    breaks: 'each seal is chained to the one before it',
    file: 'server/domain/audit/seal.ts',
    find: '.update(previous)',
    replace: '',
    guards: ['audit-seals'],
  },
]
