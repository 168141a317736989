import type { Mutant } from './mutant.ts'

export const engineMutants: readonly Mutant[] = [
  {
    breaks: 'nothing is tried again after a fault of ours',
    file: 'server/calls/engine/lane.ts',
    find: "if (!fault || fault === 'bug') return",
    replace: 'if (!fault) return',
    guards: ['engine/lane'],
  },
  {
    breaks: 'an outcome that nobody knows is answered 136',
    file: 'server/calls/engine/lane.ts',
    find: 'refuseCommand(command, 136)',
    replace: 'refuseCommand(command, 109)',
    guards: ['unknown-outcome'],
  },
  {
    breaks: 'an outcome that nobody knows is not tried again',
    file: 'server/calls/engine/lane.ts',
    find: 'if (committed === false)',
    replace: 'if (!committed)',
    guards: ['unknown-outcome'],
  },
  {
    breaks: 'an outcome that nobody knows is answered 136, outside the lanes, too',
    file: 'server/calls/engine/once.ts',
    find: 'return toRefused(refuse(136))',
    replace: 'return toRefused(refuse(109))',
    guards: ['unknown-outcome'],
  },
  {
    breaks: 'what another transaction was in the way of is tried again',
    file: 'server/ground/database/fault.ts',
    find: "['40', 'conflict'],",
    replace: "['40', 'bug'],",
    guards: ['engine/fault'],
  },
  {
    breaks: 'the time is read after the locks',
    file: 'server/storage/store/batch/load.ts',
    find: 'select clock_timestamp() as now, config_version',
    replace: 'select now() as now, config_version',
    guards: ['engine/lane'],
  },
  {
    breaks: 'notices and messages are written with the call',
    file: 'server/storage/store/batch/store.ts',
    find: '    ...effectWrites(db, brand, changes.effects),',
    replace: '    db.rows`commit`, ...effectWrites(db, brand, changes.effects),',
    guards: ['written-together'],
  },
  {
    breaks: 'a card always goes to the same lane',
    file: 'server/calls/engine/engine.ts',
    find: 'hashOf(brand + name) % this.lanes.length',
    replace: 'Math.floor(Math.random() * this.lanes.length)',
    guards: ['engine/lane'],
  },
]
