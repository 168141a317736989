import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour, minute } from '../../server/ground/kernel/time.ts'
import type { Finding, Level } from '../../server/program/doctor/finding.ts'
import { judgeBackups } from '../../server/program/doctor/judge/backups.ts'
import { judgeConnections } from '../../server/program/doctor/judge/connections.ts'
import { judgeDataFolder } from '../../server/program/doctor/judge/data-folder.ts'
import { judgeVersion } from '../../server/program/doctor/judge/database.ts'
import { judgeDisk } from '../../server/program/doctor/judge/disk.ts'
import { judgeJobs } from '../../server/program/doctor/judge/jobs.ts'
import { judgeKeys } from '../../server/program/doctor/judge/keys.ts'
import { judgeExposure, judgePort, type PortSight } from '../../server/program/doctor/judge/listener.ts'
import { judgeMachine } from '../../server/program/doctor/judge/machine.ts'
import { judgeMigrations } from '../../server/program/doctor/judge/migrations.ts'
import { judgeOutbox } from '../../server/program/doctor/judge/outbox.ts'
import { judgePartitions } from '../../server/program/doctor/judge/partitions.ts'
import { judgeStock } from '../../server/program/doctor/judge/stock.ts'
import { judgeClock, judgeTimeZones } from '../../server/program/doctor/judge/time.ts'
import { judgeVerified } from '../../server/program/doctor/judge/verified.ts'

/** The levels alone, in the order of the findings. */
const levels = (found: Finding | readonly Finding[]) => [found].flat().map(({ level }) => level)

function table<Case>(name: string, judge: (one: Case) => Finding | readonly Finding[], rows: [Case, Level[]][]): void {
  test(name, () => {
    for (const [given, expected] of rows) {
      const found = [judge(given)].flat()
      assert.deepEqual(levels(found), expected, JSON.stringify({ given, found }))
      for (const one of found) {
        const needsAdvice = one.level === 'warning' || one.level === 'problem'
        assert.equal(one.advice !== undefined, needsAdvice, `says what to do about it: ${JSON.stringify(one)}`)
      }
    }
  })
}

const machine = { nodeVersion: '24.1.0', platform: 'linux x64', isRoot: false, isEmbedded: true, environment: 'demo' }
table('Node, platform and user', judgeMachine, [
  [machine, ['ok', 'ok']],
  [{ ...machine, nodeVersion: '26.0.0' }, ['ok', 'ok']],
  [{ ...machine, nodeVersion: '22.9.0' }, ['problem', 'ok']],
  [{ ...machine, platform: 'win32 x64' }, ['ok', 'problem']],
  [{ ...machine, platform: 'freebsd x64', isEmbedded: false }, ['ok', 'warning']],
  [{ ...machine, isRoot: true }, ['ok', 'ok']],
  [{ ...machine, isRoot: true, environment: 'production' }, ['ok', 'ok', 'warning']],
])

const folder = { kind: 'folder', owner: 7, mode: 0o750, isWritable: true } as const
const data = { path: '/data', user: 7, folder, database: { ...folder, mode: 0o700 } }
table('folders', judgeDataFolder, [
  [data, ['ok', 'ok']],
  [{ ...data, folder: { kind: 'missing' }, database: { kind: 'missing' } }, ['warning']],
  [{ ...data, folder: { kind: 'file' }, database: { kind: 'missing' } }, ['problem']],
  [{ ...data, folder: { kind: 'unseen', reason: 'EACCES' } }, ['problem']],
  [{ ...data, folder: { ...folder, isWritable: false } }, ['problem', 'ok']],
  [{ ...data, folder: { ...folder, mode: 0o777 } }, ['problem', 'ok']],
  [{ ...data, database: { ...folder, mode: 0o705 } }, ['ok', 'problem']],
  [{ ...data, user: 8 }, ['ok', 'problem']],
  [{ ...data, user: 0 }, ['ok', 'ok']],
  [{ ...data, database: { kind: 'missing' } }, ['ok']],
])

const gib = 2 ** 30
const disk = { path: '/data', freeBytes: 50 * gib, totalBytes: 100 * gib, freeFiles: 1e6, totalFiles: 2e6 }
table('disks', judgeDisk, [
  [disk, ['ok', 'ok']],
  [{ ...disk, freeBytes: 4 * gib }, ['warning', 'ok']],
  [{ ...disk, freeBytes: 0.4 * gib }, ['problem', 'ok']],
  [{ ...disk, freeBytes: 3 * gib, totalBytes: 20 * gib }, ['ok', 'ok']],
  [{ ...disk, freeBytes: 30 * gib, totalBytes: 4000 * gib }, ['ok', 'ok']],
  [{ ...disk, freeFiles: 30_000 }, ['ok', 'warning']],
  [{ ...disk, freeFiles: 999 }, ['ok', 'problem']],
  [{ ...disk, freeFiles: 0, totalFiles: 0 }, ['ok']],
])

table('versions of PostgreSQL', judgeVersion, [
  ['18.4', ['ok']],
  ['15.1 (Debian 15.1-1)', ['ok']],
  ['14.9', ['problem']],
  ['19beta1', ['warning']],
  ['', ['problem']],
])

const connections = { max: 100, reserved: 3, others: 0, limits: [-1, -1] }
table('connections of one server that needs 24', (sight) => judgeConnections(sight, 24), [
  [connections, ['ok']],
  [{ ...connections, max: 51 }, ['ok']],
  [{ ...connections, max: 50 }, ['warning']],
  [{ ...connections, max: 26 }, ['problem']],
  [{ ...connections, others: 80 }, ['problem']],
  [{ ...connections, limits: [-1, 20] }, ['problem']],
  [{ ...connections, limits: [30, -1] }, ['warning']],
])

const migrations = { known: new Map([['0001', 'a']]), applied: new Map([['0001', 'a']]), adding: new Set(['0002']) }
table('migrations', judgeMigrations, [
  [migrations, ['ok']],
  [{ ...migrations, applied: undefined }, ['warning']],
  [{ ...migrations, applied: new Map() }, ['warning']],
  [{ ...migrations, applied: new Map([['0001', 'b']]) }, ['problem']],
  [{ ...migrations, applied: new Map([...migrations.applied, ['0002', 'c']]) }, ['warning']],
  [{ ...migrations, applied: new Map([...migrations.applied, ['0003', 'c']]) }, ['problem']],
])

table('partitions', judgePartitions, [
  [[{ table: 'ledger', months: 4 }], ['ok']],
  [
    [
      { table: 'ledger', months: 2 },
      { table: 'request', months: 4 },
    ],
    ['warning'],
  ],
  [[{ table: 'ledger', months: 0 }], ['problem']],
])

table('clocks', judgeClock, [
  [{ aheadMs: 30, doubtMs: 1 }, ['ok']],
  [{ aheadMs: -2500, doubtMs: 1 }, ['warning']],
  [{ aheadMs: 2500, doubtMs: 900 }, ['ok']],
  [{ aheadMs: 61_000, doubtMs: 1 }, ['problem']],
])

const zone = { zone: 'Europe/Berlin', inNode: true, inDatabase: true, agree: true }
table('time zones', judgeTimeZones, [
  [[zone], ['ok']],
  [[{ ...zone, inNode: false, agree: false }], ['problem']],
  [[{ ...zone, inDatabase: false, agree: false }], ['problem']],
  [[zone, { ...zone, agree: false }], ['warning']],
])

const now = Date.UTC(2026, 10, 15)
const jobs = { hasQueues: true, lastSignAt: now - minute, givenUp: 0, hasServers: true }
table('jobs', (sight: Parameters<typeof judgeJobs>[0]) => judgeJobs(sight, now), [
  [jobs, ['ok']],
  [{ ...jobs, lastSignAt: now - hour }, ['problem']],
  [{ ...jobs, lastSignAt: now - hour, hasServers: false }, ['skipped']],
  [{ hasQueues: false, givenUp: 0, hasServers: true }, ['problem']],
  [{ ...jobs, givenUp: 2 }, ['ok', 'warning']],
  // The demo's history is being made; jobs wait for it, and are judged as ever where they run already.
  [{ hasQueues: false, givenUp: 0, hasServers: true, historyDays: 40 }, ['skipped']],
  [{ ...jobs, historyDays: 40 }, ['ok']],
])

type Backup = Parameters<typeof judgeBackups>[0][number]
table('backups, in production', (sight: Backup) => judgeBackups([sight], now, 'production'), [
  [{ brand: 'b1', takenAt: now - 30 * hour }, ['ok']],
  [{ brand: 'b1', takenAt: now - 49 * hour }, ['warning']],
  [{ brand: 'b1' }, ['warning']],
])
table('backups of a demo', (sight: Backup) => judgeBackups([sight], now, 'demo'), [[{ brand: 'b1' }, []]])

const yearOld = {
  brand: '1001',
  key: 'demo-key',
  createdAt: now - 366 * 24 * hour,
  isUnlimited: false,
  isPublic: true,
}
table('keys of the demo, dated back with its history', (key: typeof yearOld) => judgeKeys([key], now, 'demo'), [
  [yearOld, ['ok']],
  [{ ...yearOld, isPublic: false }, ['warning']],
])
table('the same keys in production', (key: typeof yearOld) => judgeKeys([key], now, 'production'), [
  [yearOld, ['warning', 'warning']],
])

const outbox = { brand: 'b1', disabledReceivers: [], disabledWebhooks: [], failing: [] }
table('the outbox', (sight: Parameters<typeof judgeOutbox>[0][number]) => judgeOutbox([sight], now), [
  [outbox, ['ok']],
  [{ ...outbox, dueSince: now - minute }, ['ok']],
  [{ ...outbox, dueSince: now - 20 * minute }, ['warning']],
  [{ ...outbox, dueSince: now - 2 * hour }, ['problem']],
  [
    { ...outbox, disabledReceivers: ['email'], disabledWebhooks: ['erp'], failing: ['sms'] },
    ['warning', 'warning', 'warning'],
  ],
])

const verified = { brand: 'b1', ranAt: now - 23 * hour, discrepancies: 0 }
type Verified = Parameters<typeof judgeVerified>[0][number]
table('the last verify, in production', (sight: Verified) => judgeVerified([sight], now, 'production'), [
  [verified, ['ok']],
  [{ ...verified, ranAt: now - 8 * 24 * hour }, ['warning']],
  [{ brand: 'b1', discrepancies: 0 }, ['warning']],
  [{ ...verified, discrepancies: 1 }, ['problem']],
])

const stock = { program: 'p1', set: 'gift', isListed: false, made: 1000, free: 500 }
const judgeSets = (...sets: (typeof stock)[]) => judgeStock([{ brand: 'b1', sets }])
table('stock', judgeSets, [
  [stock, ['ok']],
  [{ ...stock, free: 99 }, ['warning']],
  [{ ...stock, made: 50, free: 5 }, ['ok']],
  [{ ...stock, made: 50, free: 4 }, ['warning']],
  [{ ...stock, made: 0, free: 0 }, ['ok']],
])

test('advice about stock fits the set, and a few listed cards may be used up while the program has others', () => {
  const listed = { ...stock, set: 'fixed', isListed: true, made: 5, free: 0 }
  const adviceOn = (...sets: (typeof stock)[]) => judgeSets(...sets).advice ?? ''
  assert.match(adviceOn({ ...stock, free: 9 }), /^Raise generate\.count/)
  assert.match(adviceOn(listed), /^List further cards under cards/)
  assert.match(adviceOn(listed, { ...stock, program: 'p2' }), /^List further cards/)
  assert.match(adviceOn(listed, { ...stock, free: 9 }), /^Raise generate\.count.*or: List further cards/)
  assert.equal(judgeSets(listed, stock).level, 'ok')
})

const sights: [PortSight, Level[]][] = [
  [{ kind: 'chosenAtStart' }, ['skipped']],
  [{ kind: 'free' }, ['ok']],
  [{ kind: 'ready' }, ['ok']],
  [{ kind: 'notReady', reason: 'starting' }, ['problem']],
  [{ kind: 'notReady', reason: 'storage' }, ['problem']],
  [{ kind: 'notReady', reason: 'database' }, ['problem']],
  [{ kind: 'taken', text: 'in use' }, ['problem']],
  [{ kind: 'forbidden', text: 'EACCES' }, ['problem']],
]
table('ports', (sight: PortSight) => judgePort(sight, '127.0.0.1:8080', true), sights)
table('ports, with the database unseen', (sight: PortSight) => judgePort(sight, '127.0.0.1:8080', undefined), sights)
table('ports, with no server on the database', (sight: PortSight) => judgePort(sight, '127.0.0.1:8080', false), [
  [{ kind: 'free' }, ['ok']],
  [{ kind: 'ready' }, ['problem']],
])

const inside = { host: '127.0.0.1', isLoopback: true, trustedProxies: [], environment: 'demo' }
const outside = { ...inside, host: '0.0.0.0', isLoopback: false }
const https = { publicUrl: 'https://loyalty.example' }
table('host, public URL, trusted proxies', judgeExposure, [
  [inside, ['ok', 'ok', 'ok']],
  [outside, ['warning', 'ok', 'ok']],
  [{ ...inside, environment: 'production' }, ['ok', 'warning', 'ok']],
  [{ ...inside, environment: 'production', publicUrl: 'http://loyalty.example' }, ['ok', 'warning', 'ok']],
  [{ ...inside, environment: 'production', ...https }, ['ok', 'ok', 'warning']],
  [{ ...inside, environment: 'production', ...https, trustedProxies: ['127.0.0.1'] }, ['ok', 'ok', 'ok']],
  [{ ...outside, environment: 'production' }, ['problem', 'warning', 'ok']],
  [{ ...outside, environment: 'production', ...https, trustedProxies: ['10.0.0.5'] }, ['ok', 'ok', 'ok']],
  [{ ...outside, environment: 'production', ...https, trustedProxies: ['0.0.0.0/0'] }, ['ok', 'ok', 'problem']],
])
