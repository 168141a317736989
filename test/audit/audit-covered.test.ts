import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { operations } from '../../server/calls/operations/all.ts'
import { changesSomething } from '../../server/calls/operations/operation.ts'
import { auditActions } from '../../server/domain/audit/entry.ts'
import { portalRoutes } from '../../server/doors/portal-api/all.ts'
import { commands } from '../../server/program/command-line/all.ts'

/** What a task of the administration leaves in the audit log, or why nothing. */
const tasks: Readonly<Record<string, string>> = {
  applyBrand: 'brand.applied',
  assignSubscription: 'subscription.assigned',
  cancelErrand: 'errand.cancelled',
  cancelScheduled: 'brand.scheduled',
  changeKey: 'key.changed',
  closeMonth: 'books.closed',
  createKey: 'key.created',
  discardDraft: 'draft.discarded',
  editBrand: 'brand.applied',
  enableReceiver: 'receiver.enabled',
  generateCards: 'stock.generated',
  generateCoupons: 'stock.generated',
  publishDraft: 'draft.published',
  refreshScores: 'nothing: asks for what happens every night anyway',
  refreshSegments: 'nothing: asks for what happens every hour anyway',
  reopenDraft: 'draft.reopened',
  reopenMonth: 'books.reopened',
  replayWebhook: 'receiver.enabled',
  retryMessages: 'nothing: sends what the brand had sent already',
  reviewDraft: 'draft.reviewed',
  revokeKey: 'key.revoked',
  rollbackBrand: 'brand.applied',
  rotateKey: 'key.rotated',
  saveDraft: 'draft.saved',
  startErrand: 'errand.started',
  startRepair: 'repair.started',
  submitDraft: 'draft.submitted',
}

const onlyReads = 'nothing: only reads'
const noBrands = "nothing: nodes belong to no brand; the database's own log says who"

/** The same of each command. */
const commandWords: Readonly<Record<string, string>> = {
  start: 'brand.applied',
  work: 'nothing: runs jobs, which do what was configured',
  jobs: onlyReads,
  'jobs run': 'nothing: asks for what happens by itself anyway',
  'jobs retry': 'nothing: asks for what happens by itself anyway',
  errands: onlyReads,
  'errands show': onlyReads,
  'errands start': 'errand.started',
  'errands cancel': 'errand.cancelled',
  messages: onlyReads,
  'messages retry': 'nothing: sends what the brand had sent already',
  'messages enable': 'receiver.enabled',
  segments: 'nothing: asks for what happens every hour anyway',
  webhooks: onlyReads,
  'webhooks replay': 'receiver.enabled',
  migrate: 'nothing: brings tables up to date, which belong to no brand; the table `migration` says when',
  'database prepare': "nothing: roles of the database belong to no brand; the database's own log says who",
  'database distribute': noBrands,
  'database nodes': onlyReads,
  'database add-node': noBrands,
  'database move-brand': 'nothing: a brand that lies elsewhere is the same brand',
  'database isolate-brand': 'nothing: a brand that lies elsewhere is the same brand',
  backup: 'nothing: only reads, and whoever may read the database may make one',
  'backup check': onlyReads,
  restore: 'nothing: the entries are restored with everything else',
  move: 'nothing: the entries move with everything else',
  'brand apply': 'brand.applied',
  'brand export': 'nothing: only reads, and shows neither secrets nor persons',
  'brand history': onlyReads,
  'brand check': 'nothing: reads a file, and no database',
  'brand schema': 'nothing: reads no database',
  'brand diff': onlyReads,
  'brand rollback': 'brand.applied',
  'brand promote': 'brand.applied',
  'brand cancel': 'brand.scheduled',
  'user create': 'user.invited',
  'user link': 'user.invited',
  'user list': onlyReads,
  'user role': 'user.changed',
  'user reset': 'user.reset',
  'user disable': 'user.disabled',
  'user enable': 'user.disabled',
  'user sessions': onlyReads,
  'user end-sessions': 'user.sessionsEnded',
  'key create': 'key.created',
  'key change': 'key.changed',
  'key rotate': 'key.rotated',
  'key revoke': 'key.revoked',
  'key list': onlyReads,
  'secret rotate': 'secret.rotated',
  environment: 'environment.changed',
  import: 'data.imported',
  'import report': onlyReads,
  imports: onlyReads,
  export: 'data.exported',
  'export check': onlyReads,
  'customer export': 'customer.exported',
  'customer erase': 'customer.erased',
  audit: onlyReads,
  'recommendations quality': onlyReads,
  replay: onlyReads,
  report: onlyReads,
  demo: 'nothing: what it does is done by calls, which leave their own',
  verify: onlyReads,
  rebuild: 'nothing: it derives again what others left, and prints what differed',
  explain: onlyReads,
  simulate: 'nothing: only reads',
  call: 'nothing: what it calls leaves its own',
  tail: onlyReads,
  mcp: 'nothing: what it calls leaves its own',
  doctor: onlyReads,
  version: onlyReads,
}

/** What routes of the portal leave that change something; the others only read, or are about a session of one's own. */
const routes: Readonly<Record<string, string>> = {
  logIn: 'user.loggedIn',
  logInByPin: 'user.loggedIn',
  setPin: 'user.pin',
  removePin: 'user.pin',
  registerDevice: 'device.registered',
  revokeDevice: 'device.revoked',
  testSend: 'message.tested',
  lookAsMember: 'customer.viewed',
  useLink: 'user.password',
  changePassword: 'user.password',
  confirmTotp: 'user.factor',
  addPasskey: 'user.factor',
  removeFactor: 'user.factor',
  inviteUser: 'user.invited',
  changeUser: 'user.changed',
  resetUser: 'user.reset',
  removeUser: 'user.removed',
  endUserSessions: 'user.sessionsEnded',
  askApproval: 'approval.asked',
  decideApproval: 'approval.given',
  newSecrets: 'approval.secretShown',
  saveReportMail: 'reportMail.saved',
  pauseReportMail: 'reportMail.saved',
  deleteReportMail: 'reportMail.deleted',
  stopReportMail: 'reportMail.stopped',
  findCustomer: 'customer.sought',
}

/** What calls of tills leave, and those of people in the portal. */
const byHand = ['balance.adjusted', 'balance.given', 'status.adjusted', 'tier.overridden', 'limit.passed']

/** What is left by single sign-on, and by the other outcomes of logIn and decideApproval. */
const further = ['user.linked', 'user.loginFailed', 'user.locked', 'approval.declined']

const isSaid = (what: string) => Object.hasOwn(auditActions, what) || /^nothing: ./.test(what)

test('every task of the administration that changes something leaves an entry, or has a reason not to', () => {
  const changing = operations.filter((one) => one.group === 'admin' && changesSomething(one)).map(({ name }) => name)
  assert.deepEqual(Object.keys(tasks), changing.toSorted())
  assert.deepEqual(
    Object.values(tasks).filter((what) => !isSaid(what)),
    [],
  )
})

test('every command leaves an entry, or has a reason not to', () => {
  assert.deepEqual(Object.keys(commandWords).toSorted(), commands.map(({ words }) => words.join(' ')).toSorted())
  assert.deepEqual(
    Object.values(commandWords).filter((what) => !isSaid(what)),
    [],
  )
})

test('every route that changes a login leaves an entry that a test of the portal sees', () => {
  const known = portalRoutes.map(({ name }) => name)
  const folder = join(import.meta.dirname, '../portal')
  const text = globSync('*.test.ts', { cwd: folder })
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('')
  for (const [name, action] of Object.entries(routes)) {
    assert.ok(known.includes(name), name)
    assert.ok(text.includes(`'${name}'`) && text.includes(`'${action}'`), `${name} is tried, and leaves ${action}`)
  }
})

test('every action is left by something, and by a test that sees it', () => {
  const left = new Set([
    ...Object.values(tasks),
    ...Object.values(commandWords),
    ...Object.values(routes),
    ...byHand,
    ...further,
  ])
  const tests = [
    ...globSync('audit-{books,calls,commands}.test.ts', { cwd: import.meta.dirname }),
    '../portal/user-command.test.ts',
    '../portal/first-link.test.ts',
    '../operate/environment.test.ts',
  ]
  const text = tests.map((path) => readFileSync(join(import.meta.dirname, path), 'utf8')).join('')
  for (const action of Object.keys(auditActions)) assert.ok(left.has(action), action)
  const leaving = Object.entries({ ...tasks, ...commandWords }).filter(([, what]) => !what.startsWith('nothing'))
  for (const [name] of leaving) {
    const last = name.split(' ').at(-1) ?? ''
    assert.ok(text.includes(`'${last}'`) || name === 'start', `${name} is tried in a test of the audit log`)
  }
})
