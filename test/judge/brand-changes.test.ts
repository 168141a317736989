import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '../../server/calls/operations/all.ts'
import type { OperationName } from '../../server/domain/brand/keys/scope.ts'
import { ofPeople } from '../../server/domain/judge/givable.ts'
import { type OperationRight, operationRights } from '../../server/domain/judge/operation-rights.ts'
import { type Role, roleNames, roles } from '../../server/domain/judge/permissions.ts'
import type { FieldSpec } from '../../server/ground/contract/field.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever a file has.
type File = any

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    locations: [{ id: 'L1', terminals: ['T1'], employees: [{ id: '7', name: 'Eve', password: 'four-words' }] }],
  })
})

after(() => room?.close())

let words = 0
const thief = 'a-secret-of-a-thief-0000'

/** What each of these would give to somebody who may not have it. */
const changes: { readonly [part: string]: (file: File) => void } = {
  apiKeys: (file) => file.apiKeys.push({ key: 'thief', secret: thief }),
  'keys of tills': (file) => file.apiKeys.push({ key: 'thief', secret: thief, scope: ['merchant'] }),
  employees: (file) => file.locations[0].employees.push({ id: '666', name: 'Thief', password: 'thief-word' }),
  'an employee again': (file) => {
    words += 1
    file.locations[0].employees[0] = { id: '7', name: 'Eve', password: `another-word-${words}` }
  },
  limits: (file) => {
    file.portal = { limits: { cashier: { issue: { money: 1_000_000 } } } }
  },
  senders: (file) => {
    file.senders = { email: { smtp: 'smtp://mail.thief.example:25', from: 'a@thief.example' } }
  },
  webhooks: (file) => {
    file.webhooks = [{ id: 'thief', url: 'https://thief.example/hook', secrets: ['0123456789abcdef'] }]
  },
  maxBalance: (file) => {
    file.programs[0].valueTypes[0].maxBalance = 1_000_000
  },
  settings: (file) => {
    file.brand.settings = { ...file.brand.settings, cashoutReturns: true }
  },
  exchangeRates: (file) => {
    file.brand.exchangeRates = { EUR: '99' }
  },
}

async function changedFile(change: (file: File) => void): Promise<File> {
  const file = structuredClone((await room.shop.must('exportBrand', {})).brandFile)
  change(file)
  return file
}

const later = '2099-01-01 00:00:00'

/** Every way in which a user can bring a file into force. */
function doors(file: File): readonly [operation: string, body: object][] {
  const baseVersion = file.exportedFrom.version
  const sections = ['locations', 'programs'].flatMap((section) =>
    (file[section] as File[]).map((entry) => ({ section, key: entry.id, entry })),
  )
  const wholes = ['brand', 'senders', 'portal'].flatMap((section) =>
    file[section] ? [{ section, entry: file[section] }] : [],
  )
  const hooks = (file.webhooks ?? []).map((entry: File) => ({ section: 'webhooks', key: entry.id, entry }))
  return [
    ['applyBrand', { brandFile: file }],
    ['applyBrand', { brandFile: file, dryRun: true }],
    ['applyBrand', { brandFile: file, at: later }],
    ['editBrand', { edits: [...sections, ...wholes, ...hooks], baseVersion }],
  ]
}

const reasonOf = async (user: PortalUser, operation: string, body: object): Promise<string> => {
  const { status, body: answer } = await user.call(operation, body)
  return status === 200 ? (answer.changed ? 'done' : 'nothing') : `${answer.error.reason} ${answer.error.code ?? ''}`
}

const unprivileged: readonly Role[] = roleNames.filter((role) => role !== 'administrator')

for (const [part, change] of Object.entries(changes)) {
  test(`nobody but administrators changes ${part}, by whichever door`, async () => {
    const file = await changedFile(change)
    for (const role of unprivileged) {
      const user = await room.login(role)
      for (const [operation, body] of doors(file)) {
        // Keys are no part of what editBrand changes.
        if (operation === 'editBrand' && /[kK]eys/.test(part)) continue
        const reason = await reasonOf(user, operation, body)
        assert.match(reason, /^(refused 104|forbidden )$/, `${role}: ${operation} ${JSON.stringify(body).slice(-60)}`)
      }
    }
  })
}

test('an administrator changes them, once they have proved who they are', async () => {
  const user = await room.login('administrator')
  for (const [part, change] of Object.entries(changes)) {
    // What lets people do more by hand asks for a second person, where there is one.
    if (part === 'keys of tills' || part === 'limits') continue
    const file = await changedFile(change)
    await agePresence()
    assert.equal(await reasonOf(user, 'applyBrand', { brandFile: file, dryRun: true }), 'done', part)
    const stale = await reasonOf(user, 'applyBrand', { brandFile: file })
    assert.equal(stale, 'confirmNeeded 104', part)
    await user.must('confirm', { password: 'correct horse battery staple' })
    assert.equal(await reasonOf(user, 'applyBrand', { brandFile: file }), 'done', part)
    const back = await room.shop.must('brandHistory', { maxResults: 1 })
    await room.shop.must('rollbackBrand', { version: back.versions[0].version - 1 })
    const { brandFile } = await room.shop.must('exportBrand', {})
    brandFile.apiKeys = brandFile.apiKeys.filter(({ key }: { key: string }) => key === 'till')
    brandFile.locations[0].employees = brandFile.locations[0].employees.filter(({ id }: { id: string }) => id === '7')
    await room.shop.must('applyBrand', { brandFile })
  }
})

const agePresence = () => room.pool.rows`
  update portal_session set confirmed_at = confirmed_at - interval '6 minutes'
  where login_id in (select login_id from login_grant where in_brand = ${room.shop.id})`

test('what is ordinary needs no proof, and campaigns are for those who change campaigns', async () => {
  await agePresence()
  const [marketer, developer] = [await room.login('marketer'), await room.login('developer')]
  await agePresence()
  const named = await changedFile((file) => {
    file.brand.name = 'Another name'
  })
  assert.equal(await reasonOf(marketer, 'applyBrand', { brandFile: named }), 'done')
  const campaigns = await changedFile((file) => {
    file.campaigns = [{ id: 'gift', name: 'Gift' }]
  })
  assert.equal(await reasonOf(developer, 'applyBrand', { brandFile: campaigns }), 'refused 104')
  assert.equal(await reasonOf(marketer, 'applyBrand', { brandFile: campaigns }), 'done')
})

test('nobody rolls back what they could not change', async () => {
  const before = (await room.shop.must('brandHistory', { maxResults: 1 })).versions[0].version
  await room.shop.must('applyBrand', { brandFile: await changedFile(changes.maxBalance ?? (() => undefined)) })
  const marketer = await room.login('marketer')
  assert.equal(await reasonOf(marketer, 'rollbackBrand', { version: before }), 'refused 104')
  await room.shop.must('rollbackBrand', { version: before })
})

test('a key gives no more than it has, in a file as elsewhere', async () => {
  const narrow = await keyed('narrow', ['applyBrand', 'editBrand', 'exportBrand', 'brandHistory', 'rollbackBrand'])
  for (const [part, change] of Object.entries(changes)) {
    const file = await changedFile(change)
    for (const [operation, body] of doors(file)) {
      if (operation === 'editBrand' && /[kK]eys/.test(part)) continue
      const answer = await narrow(operation, body)
      assert.equal(answer.body.errorCode ?? answer.body.error?.code, 104, `${part} ${JSON.stringify(answer.body)}`)
    }
  }
  const named = await changedFile((file) => {
    file.brand.name = 'By a narrow key'
  })
  assert.equal((await narrow('applyBrand', { brandFile: named })).body.changed, true)
  const placed = await keyed('placed', ['admin'], ['L1'])
  const again = await changedFile((file) => {
    file.brand.name = 'By a key of one place'
  })
  const answer = await placed('applyBrand', { brandFile: again })
  assert.equal(answer.body.errorCode ?? answer.body.error?.code, 104, JSON.stringify(answer.body))
})

test('a developer makes keys for what the role may do, and none that move value or tell of people', async () => {
  const developer = await room.login('developer')
  const made = async (scope: readonly string[]) =>
    (await developer.call('createKey', { key: `k${Math.trunc(performance.now() * 1000)}`, scope })).body.error?.code
  assert.equal(await made(['exportBrand', 'listKeys', 'report', 'webhookStates']), undefined)
  const tooMuch = [
    'merchant',
    'flex',
    'read',
    'admin',
    'updateBalance',
    'checkout',
    'balance',
    'search',
    'requestLookup',
  ]
  for (const scope of [[], ...[...tooMuch, 'applyBrand', 'publishDraft', 'closeMonth', 'auditLog'].map((one) => [one])])
    assert.equal(await made(scope), 104, scope.join())
  const administrator = await room.login('administrator')
  const till = { key: 'of-a-till', scope: ['merchant'] }
  assert.equal((await administrator.call('createKey', till)).status, 200)
  for (const operation of ['changeKey', 'rotateKey'])
    assert.equal((await developer.call(operation, { key: till.key })).body.error?.code, 104, operation)
  assert.equal((await developer.call('revokeKey', { key: till.key })).status, 200)
})

test('what tells of people by its contract is in the list of what a key of others is not given', () => {
  const tells = (spec: FieldSpec): boolean =>
    spec.tells !== undefined ||
    spec.model?.tells !== undefined ||
    (spec.item !== undefined && tells(spec.item)) ||
    Object.values(spec.model?.fields ?? {}).some((field) => tells(field.spec))
  const rights: { readonly [name: string]: OperationRight | 'machines' } = operationRights
  const mayBeSeen = (name: string) => {
    const right = rights[name] ?? 'machines'
    const own: readonly string[] = [...roles.developer, ...roles.readOnly]
    return right !== 'machines' && own.includes(right.permission)
  }
  const told = operations.filter(({ response }) => Object.values(response.fields).some(({ spec }) => tells(spec)))
  const missing = told.filter(({ name }) => mayBeSeen(name) && !ofPeople.has(name as OperationName))
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  )
  assert.ok(told.length > 3)
})

/** Calls with a key of its own. */
async function keyed(key: string, scope: readonly string[], locations?: readonly string[]) {
  const { secret } = await room.shop.must('createKey', { key, scope, ...(locations && { locations }) })
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
  return (operation: string, body: object) => room.shop.call(operation, body, { authorization })
}

test('whoever may not change passwords of employees does not find them out by trying', async () => {
  const { brandFile } = await room.shop.must('exportBrand', {})
  const [location] = structuredClone(brandFile.locations)
  const right = 'the-right-one'
  location.employees = [{ id: '7', name: 'Eve', password: right }]
  const edit = (password: string) => ({
    edits: [
      {
        section: 'locations',
        key: location.id,
        entry: { ...location, employees: [{ ...location.employees[0], password }] },
      },
    ],
    baseVersion: brandFile.exportedFrom.version,
  })
  await room.shop.must('editBrand', edit(right))
  const { exportedFrom } = (await room.shop.must('exportBrand', {})).brandFile
  for (const role of ['developer', 'marketer'] as const) {
    const user = await room.login(role)
    const said = async (password: string) =>
      (await user.must('checkEdits', { ...edit(password), baseVersion: exportedFrom.version })).faults
    assert.equal((await said(right)).length, 1, role)
    assert.deepEqual(await said(right), await said('a-wrong-one'))
    const applied = await reasonOf(user, 'editBrand', { ...edit(right), baseVersion: exportedFrom.version })
    assert.equal(applied, 'refused 104', role)
  }
})

test('levels, by which rules give, are for those who change campaigns', async () => {
  const file = await changedFile(({ programs: [program] }) => {
    program.tiers = { by: { fact: 'history.spend' }, levels: [{ id: 'gold', at: 1 }] }
  })
  const [developer, marketer] = [await room.login('developer'), await room.login('marketer')]
  for (const [operation, body] of doors(file))
    assert.equal(await reasonOf(developer, operation, body), 'refused 104', operation)
  assert.equal(await reasonOf(marketer, 'applyBrand', { brandFile: file, dryRun: true }), 'done')
})
