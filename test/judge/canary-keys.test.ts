import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operationsIn } from '../../server/domain/brand/keys/scope.ts'
import { sources } from '../../server/storage/export/source.ts'
import { type CanaryBrand, openCanaryBrand } from '../support/canary-brand.ts'
import { makeForWalk } from '../support/canary-made.ts'
import { type Heard, leaksIn, openDoors, unheardIn, untoldIn, walkInterface } from '../support/canary-walk.ts'
import { allText, exported } from '../support/export-room.ts'

let brand: CanaryBrand
const closing: (() => Promise<void>)[] = []

before(async () => {
  brand = await openCanaryBrand({ after: (close: unknown) => closing.push(close as () => Promise<void>) })
})

after(async () => {
  for (const close of closing.toReversed()) await close()
})

const basic = (key: string, secret: string) => `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`

/** What no key is ever told, whatever it may do. */
const neverTold = () => {
  const { hidden, digests, pin, other } = brand
  return { ...hidden, ...digests, pin, ...other.person.told, otherFirstName: other.person.firstName }
}

/** A key of the brand, and every operation called with it. */
async function walkWith(rights: object) {
  const { shop, first, second } = brand
  const { key, secret } = await shop.must('createKey', rights)
  const headers = { authorization: basic(key, secret), note: 'walk' }
  const call = (operation: string, body: object) => shop.call(operation, body, headers)
  return walkInterface(call, [first, second], await makeForWalk(brand))
}

const scopes = [['merchant'], ['flex'], ['admin'], ['read'], ['merchant', 'flex', 'admin'], ['exportBrand'], ['search']]

for (const scope of scopes) {
  test(`a key with the scope ${scope} opens its own doors, and hears no secret through them`, async (t) => {
    const heard = await walkWith({ scope })
    const own = operationsIn(scope) ?? new Set()
    const strange = heard.filter(({ door, isDone }) => isDone && !own.has(door)).map(({ door }) => door)
    assert.deepEqual(
      [...new Set(strange)],
      ['ownKey'].filter((door) => strange.includes(door)),
    )
    // A brand may let keys be told the pins of cards; this one does.
    assert.deepEqual(leaksIn(heard, neverTold()), own.has('search') ? ['search tells pin'] : [])
    const { open, closed } = openDoors(heard)
    const never = closed.filter((door) => own.has(door))
    t.diagnostic(`${open} doors told something; of its own only refused: ${never.join(', ')}`)
    assert.ok(never.length <= 25, never.join())
    const refused = heard.filter(({ door, isDone }) => !isDone && !own.has(door))
    const people = [brand.first, brand.second].flatMap(({ told, firstName }) =>
      leaksIn(refused, { ...told, firstName }),
    )
    assert.deepEqual(people, [])
    const seen = [brand.first, brand.second].flatMap(({ told }) => unheardIn(heard, { email: told.email ?? '' }))
    assert.deepEqual(seen, own.has('search') ? [] : seen)
  })
}

test('a key of one place sees no figures of another through administration', async () => {
  const heard = await walkWith({ scope: ['admin'], locations: ['L1'] })
  const { figure } = brand.second
  assert.deepEqual(leaksIn(heard, { ...neverTold(), figure, written: figure.replace('8', '8,') }), [])
  assert.ok(openDoors(heard).open > 0)
})

test('a key of another brand hears nothing at all, by which name it may ask', async () => {
  const { first, second, other, shop } = brand
  const { key, secret } = await other.shop.must('createKey', { scope: ['merchant', 'flex', 'admin'] })
  for (const asked of [shop.id, other.shop.id]) {
    const headers = { authorization: basic(key, secret), brand: asked, note: 'walk' }
    const call = (operation: string, body: object) => shop.call(operation, body, headers)
    const heard = await walkInterface(call, [first, second], {})
    const people = [first, second].flatMap(({ told, firstName, figure }) =>
      untoldIn(heard, { ...told, firstName, figure }),
    )
    const { hidden, digests, pin } = brand
    assert.deepEqual([...people, ...untoldIn(heard, { ...hidden, ...digests, pin })], [])
    assert.equal(openDoors(heard).open > 0, asked === other.shop.id)
  }
})

test('files that are exported have persons only if asked for, and never a secret or another brand', async () => {
  const { first, second, shop } = brand
  for (const withPersons of [false, true]) {
    const files: Heard[] = []
    for (const { name } of sources) {
      const { folder } = await exported(name, shop.id, { withPersons })
      files.push({ door: name, isDone: true, text: allText(folder).toLowerCase() })
    }
    assert.deepEqual(leaksIn(files, neverTold()), [])
    const people = [first, second].flatMap(({ told, firstName }) =>
      withPersons ? unheardIn(files, { email: told.email ?? '' }) : leaksIn(files, { ...told, firstName }),
    )
    assert.deepEqual(people, [])
  }
})

test('the log of all this, at its most talkative, has nobody and no secret in it', async () => {
  const { first, second, hidden, digests, pin, lines, shop } = brand
  assert.ok(lines.length > 100)
  const logged = [{ door: 'the log', isDone: true, text: lines.join('\n').toLowerCase() }]
  const people = [first, second].flatMap(({ told, firstName }) => leaksIn(logged, { ...told, firstName }))
  assert.deepEqual([...people, ...leaksIn(logged, { ...hidden, ...digests, pin })], [])
  assert.deepEqual(await shop.verify(), [])
})
