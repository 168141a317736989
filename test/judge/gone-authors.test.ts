import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { dueDrafts } from '../../server/background/jobs/schedule/due-drafts.ts'
import { scheduledChanges } from '../../server/background/jobs/schedule/scheduled-changes.ts'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { standingNow } from '../../server/doors/access/login/standing-now.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { openJobRoom } from '../support/job-room.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'
import { ask } from '../support/race.ts'
import { testSealer } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

// The jobs look at every brand.
await useOwnDatabase()

const pins = new PinKeeper(randomBytes(32), randomBytes)
const means = () => ({ random: randomBytes, pins, sealer: testSealer, standingOf: standingNow })
const at = '2099-12-01 00:00:00'

async function inRoom(use: (room: PortalRoom) => Promise<void>): Promise<void> {
  const room = await openPortalRoom()
  try {
    await use(room)
  } finally {
    await room.close()
  }
}

async function letDue({ shop }: PortalRoom) {
  const lines: string[] = []
  await ask(`update brand_schedule set due_at = now() - interval '1 hour' where brand_id = $1`, [shop.id])
  await ask(`update draft set publish_at = now() - interval '1 hour' where brand_id = $1 and state = 'scheduled'`, [
    shop.id,
  ])
  const jobs = await openJobRoom(shop, { log: openLog('info', (line) => lines.push(line)) })
  await scheduledChanges(means).run(jobs)
  await dueDrafts(means).run(jobs)
  return lines.join('\n')
}

/** Has a group added at a later time, by which it can be seen whether it was. */
async function schedule(by: PortalUser, id: string) {
  const { brandFile } = (await by.call('exportBrand')).body
  const { status } = await by.call('applyBrand', { brandFile: { ...brandFile, groups: [{ id, name: id }] }, at })
  assert.equal(status, 200)
}

async function idOf(by: PortalUser, name: string): Promise<string> {
  const { users } = await by.must('listUsers')
  return users.find((one: { name: string }) => one.name === name).userId
}

const groups = async ({ shop }: PortalRoom) => (await shop.must('exportBrand', {})).brandFile.groups ?? []

const endings: { readonly [what: string]: (by: PortalUser, userId: string) => Promise<unknown> } = {
  removed: (by, userId) => by.must('removeUser', { userId }),
  disabled: (by, userId) => by.must('changeUser', { userId, role: 'marketer', isDisabled: true }),
  demoted: (by, userId) => by.must('changeUser', { userId, role: 'readOnly' }),
  'for one location only': (by, userId) => by.must('changeUser', { userId, role: 'marketer', location: 'L1' }),
}

for (const [what, end] of Object.entries(endings)) {
  test(`a change that waits is not applied for somebody who was ${what}`, () =>
    inRoom(async (room) => {
      const [ana, mel] = [await room.login('administrator'), await room.login('marketer')]
      await schedule(mel, 'later')
      await end(ana, await idOf(ana, mel.name))
      assert.match(await letDue(room), /scheduled change 1 was refused/)
      assert.deepEqual(await groups(room), [])
      const { items } = await ana.must('homeAttention')
      assert.equal(items.find((one: { kind: string }) => one.kind === 'scheduleRefused').subject, '1')
      const [kept] = (await room.shop.must('brandHistory', {})).scheduled
      assert.match(kept.reasons.join(), /no longer a user|does not include|some locations only/)
    }))
}

test('a draft that waits is not published for somebody who was removed, and one of others is', () =>
  inRoom(async (room) => {
    const [ana, mel, max] = [
      await room.login('administrator'),
      await room.login('marketer'),
      await room.login('marketer'),
    ]
    const text = (id: string) => `id: ${id}\nname: ${id}\n`
    for (const [author, id] of [
      [mel, 'first'],
      [max, 'second'],
    ] as const) {
      const entries = [{ section: 'campaigns', key: id, text: text(id) }]
      const { body: draft } = await author.call('saveDraft', { title: id, entries })
      const { draftId, revision } = draft
      assert.equal((await author.call('publishDraft', { draftId, revision, at })).status, 200)
    }
    await ana.must('removeUser', { userId: await idOf(ana, mel.name) })
    await letDue(room)
    const { campaigns } = (await room.shop.must('exportBrand', {})).brandFile
    assert.deepEqual(
      campaigns.map(({ id }: { id: string }) => id),
      ['second'],
    )
    assert.equal(
      (await ana.must('homeAttention')).items.filter(({ kind }: { kind: string }) => kind === 'draftRefused').length,
      1,
    )
  }))

test('a change that waits is judged by what its key may do when it is due', () =>
  inRoom(async (room) => {
    const { shop } = room
    const made = async (name: string) => {
      const { secret } = await shop.must('createKey', { key: name, scope: ['admin'] })
      const { brandFile } = await shop.must('exportBrand', {})
      const wanted = { ...brandFile, groups: [{ id: name, name }] }
      const answer = await shop.call(
        'applyBrand',
        { brandFile: wanted, at },
        { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` },
      )
      assert.equal(answer.body.success, true, JSON.stringify(answer.body))
    }
    await made('revoked')
    await shop.must('revokeKey', { key: 'revoked' })
    await letDue(room)
    assert.deepEqual(await groups(room), [])
    await made('narrowed')
    await shop.must('changeKey', { key: 'narrowed', scope: ['merchant'], locations: ['L1'] })
    await letDue(room)
    assert.deepEqual(await groups(room), [])
    await made('kept')
    await letDue(room)
    assert.deepEqual(
      (await groups(room)).map(({ id }: { id: string }) => id),
      ['kept'],
    )
  }))
