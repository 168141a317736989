import type { Mutant } from './mutant.ts'

export const jobsMutants: readonly Mutant[] = [
  {
    breaks: 'firings of a setup are kept for five minutes more',
    file: 'server/background/jobs/expiry/expiry.sql.ts',
    find: "- interval '5 minutes'",
    replace: '',
    guards: ['jobs-locks'],
  },
  {
    breaks: 'a card that a checkout locks is tried again',
    file: 'server/background/jobs/runner/run-commands.ts',
    find: 'one.code === 113 || one.code === 109',
    replace: 'one.code === 109',
    guards: ['jobs/segments.test'],
  },
  {
    breaks: 'what a void needs is kept',
    file: 'server/background/jobs/retention/retention.sql.ts',
    find: 'set trace = null, detail = nullif(detail - array[',
    replace: "set trace = null, detail = nullif(detail - array['effects', ",
    guards: ['jobs-retention'],
  },
  {
    breaks: 'requests are looked at once',
    file: 'server/background/jobs/retention/retention.ts',
    find: 'if (last !== null) await putMark(pool, brand, name, last)',
    replace: '',
    guards: ['jobs-retention'],
  },
  {
    breaks: 'a bounce is dealt with once',
    file: 'server/background/jobs/bounces/bounces.sql.ts',
    find: 'delete from bounce where',
    replace: 'delete from bounce where false and',
    guards: ['bounces.test'],
  },
  {
    breaks: 'the worker that is behind undoes nothing',
    file: 'server/background/jobs/dates/dates.sql.ts',
    find: 'else greatest(done_until, ',
    replace: 'else least(done_until, ',
    guards: ['dates'],
  },
  {
    breaks: 'a segment is worked out by one worker at a time',
    file: 'server/background/jobs/segments/segments.sql.ts',
    find: 'for update`',
    replace: '`',
    guards: ['jobs-locks'],
  },
  {
    breaks: 'locks are cleared in one brand only',
    file: 'server/background/jobs/expiry/expiry.sql.ts',
    find: 'and card_id in (',
    replace: 'is not null and card_id in (',
    guards: ['twin-brands'],
  },
  {
    breaks: 'reservations are cleared in one brand only',
    file: 'server/background/jobs/expiry/expiry.sql.ts',
    find: 'and coupon_id in (',
    replace: 'is not null and coupon_id in (',
    guards: ['twin-brands'],
  },
  {
    breaks: 'what a call holds is passed over',
    file: 'server/background/jobs/expiry/expiry.sql.ts',
    find: 'for update skip locked',
    replace: 'for update',
    guards: ['jobs-locks'],
  },
]
