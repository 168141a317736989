import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever a file has.
type File = any

let room: PortalRoom

const right = 'the-right-one-0123456789'
const wrong = 'a-wrong-one-of-the-thief'
const smtpOf = (password: string) => `smtp://me:${password}@mail.example:25`

before(async () => {
  room = await openPortalRoom({})
  const { brandFile } = await room.shop.must('exportBrand', {})
  brandFile.apiKeys.push({ key: 'shop', secret: right, scope: ['merchant'] })
  brandFile.senders = {
    email: { smtp: smtpOf(right), from: 'a@shop.example' },
    sms: { url: 'https://sms.example/', secrets: [right] },
  }
  brandFile.webhooks = [{ id: 'crm', url: 'https://crm.example/', secrets: [right] }]
  await room.shop.must('applyBrand', { brandFile })
})

after(() => room?.close())

/** Every place where a guess can be written, as a file and as an edit. */
const guesses: { readonly [place: string]: (file: File, guess: string) => void } = {
  'the password of the mail server': ({ senders }, guess) => {
    senders.email.smtp = smtpOf(guess)
  },
  'the secret of a gateway': ({ senders }, guess) => {
    senders.sms.secrets = [guess]
  },
  'the secret of a webhook': ({ webhooks }, guess) => {
    webhooks[0].secrets = [guess]
  },
  'the secret of a key': ({ apiKeys }, guess) => {
    const { secretSet: _, ...key } = apiKeys.at(-1)
    apiKeys.splice(-1, 1, { ...key, secret: guess })
  },
  'the digest of a key': ({ apiKeys }, guess) => {
    const { secretSet: _, ...key } = apiKeys.at(-1)
    apiKeys.splice(-1, 1, { ...key, secretSha256: createHash('sha256').update(guess).digest('hex') })
  },
}

async function guessing(place: keyof typeof guesses, guess: string): Promise<File> {
  const { brandFile } = await room.shop.must('exportBrand', {})
  guesses[place]?.(brandFile, guess)
  return brandFile
}

const doorsOf = (file: File): readonly [name: string, body: object][] => [
  ['applyBrand', { brandFile: file }],
  ['applyBrand', { brandFile: file, dryRun: true }],
  ['applyBrand', { brandFile: file, at: '2099-01-01 00:00:00' }],
  ['checkBrandFile', { text: JSON.stringify(file) }],
  [
    'editBrand',
    {
      edits: [
        { section: 'senders', entry: file.senders },
        { section: 'webhooks', key: 'crm', entry: file.webhooks[0] },
      ],
      baseVersion: file.exportedFrom.version,
    },
  ],
]

for (const place of Object.keys(guesses)) {
  test(`whoever may not change it does not find out ${place} by trying`, async () => {
    const user = await room.login('marketer')
    const [hit, miss] = [doorsOf(await guessing(place, right)), doorsOf(await guessing(place, wrong))]
    for (const [index, [door, body]] of hit.entries()) {
      // Keys are no part of what editBrand changes.
      if (door === 'editBrand' && place.endsWith('key')) continue
      const ask = (what: object = {}) => (door === 'checkBrandFile' ? user.ask(door, what) : user.call(door, what))
      const [said, other] = [await ask(body), await ask(miss[index]?.[1])]
      assert.deepEqual(
        [said.status, said.body.error, said.body.faults],
        [other.status, other.body.error, other.body.faults],
      )
      const refused = said.status === 200 ? said.body.faults.length > 0 : said.body.error.code === 104
      assert.ok(refused, `${door}: ${JSON.stringify(said.body)}`)
    }
  })
}

test('a file without its secrets is changed by whoever may change the rest', async () => {
  const user = await room.login('marketer')
  const { brandFile } = await room.shop.must('exportBrand', {})
  brandFile.brand.name = 'Harbor again'
  const { status, body } = await user.call('applyBrand', { brandFile })
  assert.equal(status, 200, JSON.stringify(body))
  const { version } = await user.must('brandFile')
  const edits = [{ section: 'brand', entry: { ...brandFile.brand, name: 'Harbor' } }]
  const edited = await user.call('editBrand', { edits, baseVersion: version })
  assert.equal(edited.status, 200, JSON.stringify(edited.body))
  const authorization = `Basic ${Buffer.from(`shop:${right}`).toString('base64')}`
  assert.equal((await room.shop.call('listValueTypes', { cardSetId: 'cards' }, { authorization })).status, 200)
})
