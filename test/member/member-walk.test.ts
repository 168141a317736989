import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { memberRoutes } from '../../server/doors/member/all.ts'
import { type CanaryBrand, type CanaryPerson, openCanaryBrand } from '../support/canary-brand.ts'
import { openDoors, untoldIn } from '../support/canary-walk.ts'
import { endings, fromAnywhere, pageScreens, walkMember, walkPages } from '../support/member-walk.ts'
import type { Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import type { NamedValues } from '../support/walked-bodies.ts'
import { until } from '../support/worker-room.ts'

const rule = {
  id: 'coffee',
  name: 'A coffee',
  trigger: 'choice',
  then: [{ redeem: { balanceType: 'Points', amount: 1 } }, { issue: { balanceType: 'Punches', amount: 1 } }],
}
const earn = { id: 'earn', name: 'Earn', trigger: 'checkout', then: [{ issue: { balanceType: 'Points', amount: 7 } }] }
const more = {
  referrals: {},
  campaigns: [{ id: 'main', rules: [earn, rule] }],
  member: {
    catalogue: [{ id: 'coffee', rule: 'main/coffee' }],
    join: { fields: ['firstName', 'email', 'mobilePhone', 'drink'], consents: ['email'] },
  },
}

let brand: CanaryBrand
const closing: (() => Promise<void>)[] = []

before(async () => {
  brand = await openCanaryBrand({ after: (close: unknown) => closing.push(close as () => Promise<void>) }, more)
})

after(async () => {
  for (const close of closing.toReversed()) await close()
})

const tokenOf = async (shop: Shop, cardNumber: string): Promise<string> =>
  (await shop.must('memberToken', { cardNumber })).token

async function ask(shop: Shop, route: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const path = `/member/${shop.id}/${route}`
  const answer = await fromAnywhere(shop.port, { path, method: 'POST', headers, text: JSON.stringify(body) })
  return JSON.parse(answer.text)
}

/** In by a code, as the person themselves: once, because the walk asks for codes, too. */
const entered = new Map<string, Promise<string>>()

function enter(shop: Shop, person: CanaryPerson): Promise<string> {
  // The other brand has no mail server.
  const begin = () => (shop === brand.shop ? enterByCode(shop, person) : tokenOf(shop, person.cardNumber))
  const token = entered.get(person.email) ?? begin()
  entered.set(person.email, token)
  return token
}

async function enterByCode(shop: Shop, { email }: Pick<CanaryPerson, 'email'>): Promise<string> {
  const codes = () =>
    brand.mails.mails
      .filter(({ to }) => to.includes(email))
      .flatMap(({ headers }) => /\b\d{6}\b/.exec(headers.subject ?? '') ?? [])
  const before = codes().length
  const { asked } = await ask(shop, 'sendCode', { email })
  await until('a code is there', async () => codes().length > before, 20)
  const answer = await ask(shop, 'enter', { email, asked, code: codes().at(-1) })
  assert.ok(answer.token, JSON.stringify(answer))
  return answer.token
}

/** Everything that leads to somebody, and to what they have. */
async function tracesOf(shop: Shop, person: CanaryPerson): Promise<NamedValues> {
  const token = await enter(shop, person)
  const { cardNumber, pin } = await shop.must('allocate', { cardSetId: 'more' })
  await shop.issue(cardNumber, { usd: 3 })
  const { giftId } = await ask(shop, 'sendGift', { cardNumber, pin }, token)
  assert.ok(giftId)
  const [session] = await sql('select session_id from member_session where brand_id = $1', [shop.id])
  return {
    cardNumber: person.cardNumber,
    pin: '000000',
    requestRef: person.sale,
    giftId,
    channel: 'email',
    address: person.email,
    email: person.email,
    mobilePhone: person.told.mobilePhone,
    fields: [
      { name: 'firstName', value: 'Walker' },
      { name: 'email', value: person.email },
    ],
    code: '000000',
    asked: 'a'.repeat(43),
    passkeyId: String(session?.session_id),
    rewardId: 'coffee',
    choiceId: 'walk',
    location: 'L1',
  }
}

/** What somebody has, as they see it and as tills do. */
async function stateOf(shop: Shop, person: CanaryPerson, token: string): Promise<unknown> {
  const routes = ['card', 'profile', 'messages', 'gifts', 'erasure', 'referral', 'passkeys', 'story']
  const own = await Promise.all(routes.map((route) => ask(shop, route, {}, token)))
  const channel = { channel: 'email', channelUser: person.email }
  const { globalOptIn } = await shop.must('channelSubscription', channel)
  return [own.map(({ asOf: _, ...rest }) => rest), globalOptIn]
}

const canariesOf = ({ told, lastName, sale, figure }: CanaryPerson) => ({ ...told, lastName, figure, sale })
const secrets = () => ({ ...brand.hidden, ...brand.digests, pin: brand.pin })

test('with their token somebody hears nothing of others, nor of another brand, by whichever name they ask', async (t) => {
  const { shop, first, second, other } = brand
  const doors = new Set<string>()
  for (const victim of [{ shop, person: second }, other]) {
    const traces = await tracesOf(victim.shop, victim.person)
    const seen = await enter(victim.shop, victim.person)
    const before = await stateOf(victim.shop, victim.person, seen)
    const code = await enter(shop, first)
    const byMerchant = () => tokenOf(shop, first.cardNumber)
    for (const token of [async () => code, byMerchant, async () => undefined]) {
      // One session may ask only so much in a minute.
      const isHostile = victim !== other && token === byMerchant
      const walker = { port: shop.port, brand: shop.id, token }
      const own = { ...traces, rewardId: 'none', ...(victim === other && { fields: [] }) }
      const heard = await walkMember(walker, own, isHostile)
      for (const { door } of heard) doors.add(door)
      t.diagnostic(`${heard.length} questions, ${openDoors(heard).open} routes told something`)
      assert.deepEqual(untoldIn(heard, { ...canariesOf(victim.person), ...secrets() }), [])
    }
    assert.deepEqual(await stateOf(victim.shop, victim.person, seen), before)
  }
  const all = memberRoutes.filter(({ name }) => !endings.has(name)).map(({ name }) => `member/${name}`)
  assert.deepEqual(doors, new Set(all))
  assert.deepEqual([...(await shop.verify()), ...(await other.shop.verify())], [])
})

test('a token of one brand opens nothing of another', async () => {
  const { shop, first, other } = brand
  const token = await tokenOf(shop, first.cardNumber)
  for (const { name, kind } of memberRoutes.filter((route) => route.kind === 'own')) {
    const answer = await ask(other.shop, name, {}, token)
    assert.ok(['loginNeeded', 'invalid'].includes(answer.error?.reason), `${kind} ${name}: ${JSON.stringify(answer)}`)
  }
})

test('the pages tell nobody of somebody else, whatever address and form say', async (t) => {
  const { shop, first, second, other } = brand
  const source = readFileSync(new URL('../../server/doors/member/pages/page-visit.ts', import.meta.url), 'utf8')
  for (const [, screen = ''] of source.matchAll(/^ {6}case '(\w*)'/gm)) assert.ok(pageScreens.has(screen), screen)
  for (const victim of [{ shop, person: second }, other]) {
    const traces = await tracesOf(victim.shop, victim.person)
    const seen = await enter(victim.shop, victim.person)
    const before = await stateOf(victim.shop, victim.person, seen)
    const texts = Object.fromEntries(
      Object.entries(traces).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    )
    const said = { ...texts, why: victim.person.sale, gift: String(traces.giftId), reward: 'none', friend: '' }
    const cookie = `purser_member=${await tokenOf(shop, first.cardNumber)}`
    const heard = await walkPages({ port: shop.port, brand: shop.id, cookie }, said)
    const stranger = await walkPages({ port: shop.port, brand: shop.id, cookie: '' }, said)
    t.diagnostic(`${heard.length + stranger.length} pages, ${openDoors(heard).open} told something`)
    assert.deepEqual(untoldIn([...heard, ...stranger], { ...canariesOf(victim.person), ...secrets() }), [])
    assert.deepEqual(await stateOf(victim.shop, victim.person, seen), before)
    await shop.must('reactivate', { cardNumber: first.cardNumber, reason: 'found' })
  }
  assert.deepEqual([...(await shop.verify()), ...(await other.shop.verify())], [])
})

test('the log of all this has nobody and no secret in it', async () => {
  const { first, second, lines } = brand
  const logged = [{ door: 'the log', isDone: true, text: lines.join('\n').toLowerCase(), asked: '' }]
  const people = [first, second].flatMap(({ told }) => untoldIn(logged, told))
  assert.deepEqual([...people, ...untoldIn(logged, secrets())], [])
})
