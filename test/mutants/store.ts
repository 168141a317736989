import type { Mutant } from './mutant.ts'

export const storeMutants: readonly Mutant[] = [
  {
    breaks: 'a failed call does not consume its id',
    file: 'server/store/batch/idempotency.sql.ts',
    find: 'delete from idempotency_key where',
    replace: 'delete from idempotency_key where false and',
    guards: ['races-idempotency'],
  },
  {
    breaks: 'an id that was used is known',
    file: 'server/store/batch/idempotency.sql.ts',
    find: 'request_ref <> all(',
    replace: 'request_ref = all(',
    guards: ['races-idempotency'],
  },
  {
    breaks: 'what is counted for the whole brand is counted by one at a time',
    file: 'server/store/batch/firing.sql.ts',
    find: 'for update`',
    replace: '`',
    guards: ['rules-limits', 'rules-storm'],
  },
  {
    breaks: 'the firings of a setup become those of its complete',
    file: 'server/store/batch/firing.sql.ts',
    find: 'and until is not null`',
    replace: 'and until is null`',
    guards: ['rules-setups'],
  },
  {
    breaks: 'a change of a segment fires once',
    file: 'server/store/batch/segment-change.sql.ts',
    find: 'set fired_at = clock_timestamp()',
    replace: 'set fired_at = null',
    guards: ['segments.test'],
  },
  {
    breaks: 'a wrong pin is counted',
    file: 'server/store/batch/store.ts',
    find: 'before.pinFailures !== after.pinFailures ||',
    replace: '',
    guards: ['pins.test'],
  },
  {
    breaks: 'a hold that is released is gone',
    file: 'server/store/batch/store.ts',
    find: 'some(portions.removed, (removed) => deletePortions(db, brand, removed)),',
    replace: '',
    guards: ['update-balance-holds'],
  },
  {
    breaks: 'a person who is erased is not found',
    file: 'server/store/privacy/erase.sql.ts',
    find: "{ what: 'texts that the card is found by', erase: deleteTerms },",
    replace: '',
    guards: ['privacy'],
  },
  {
    breaks: 'what waits for an erased person is not sent',
    file: 'server/store/privacy/erase.sql.ts',
    find: "and (body <> '' or state = 'waiting'",
    replace: 'and (false',
    guards: ['privacy'],
  },
]
