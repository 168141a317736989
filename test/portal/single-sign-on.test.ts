import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type MutableResponse, type MutableToken, OAuth2Server } from 'oauth2-mock-server'
import { exchange, openPortalRoom, type PortalRoom, PortalUser } from '../support/portal-room.ts'

let room: PortalRoom
const provider = new OAuth2Server()
/** Whom the provider vouches for. */
let identity: Record<string, unknown> = {}

before(async () => {
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, '127.0.0.1')
  const issuer = `http://127.0.0.1:${provider.address().port}`
  provider.issuer.url = issuer
  provider.service.on('beforeTokenSigning', (token: MutableToken) => Object.assign(token.payload, identity))
  room = await openPortalRoom({
    flags: ['--oidc-issuer', issuer, '--oidc-client-id', 'purser', '--oidc-label', 'Shop account'],
  })
})

after(async () => {
  await room?.close()
  await provider.stop()
})

const get = (path: string, cookie = '') =>
  exchange(room.service.port, 'GET', path, { headers: cookie === '' ? {} : { cookie } })

const cookiesOf = ({ headers }: { headers: Record<string, string | string[] | undefined> }) =>
  [headers['set-cookie'] ?? []].flat()

/** Leaves for the provider, which sends the browser back at once. Returns where to, and the cookie. */
async function leave(): Promise<{ path: string; cookie: string }> {
  const started = await get('/portal/sso/start')
  assert.equal(started.status, 303)
  const [cookie = ''] = cookiesOf(started)
  assert.match(cookie, /^purser_sso=[\w-]+; Path=\/portal\/sso; HttpOnly; SameSite=Lax; Max-Age=600$/)
  const answer = await fetch(String(started.headers.location), { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  return { path: back.pathname + back.search, cookie: cookie.split(';')[0] ?? '' }
}

async function comeBack(): Promise<{ location: string; user: PortalUser }> {
  const { path, cookie } = await leave()
  const answer = await get(path, cookie)
  const user = new PortalUser(room.service.port, '', room.shop.id)
  user.cookie =
    cookiesOf(answer)
      .find((one) => one.startsWith('purser_session='))
      ?.split(';')[0] ?? ''
  return { location: String(answer.headers.location), user }
}

async function invited(name: string): Promise<void> {
  const admin = await room.login('administrator')
  await admin.must('inviteUser', { name, role: 'support' })
}

test('the page says that there is single sign-on', async () => {
  const { singleSignOn } = await room.stranger().must('beforeLogIn')
  assert.deepEqual(singleSignOn, { label: 'Shop account' })
})

test('whoever was invited under their verified address comes in, and is known by their subject from then on', async () => {
  const name = `ana-${room.shop.id}@shop.example`
  await invited(name)
  identity = { sub: `ana ${room.shop.id}`, email: name.toUpperCase(), email_verified: true }
  const first = await comeBack()
  assert.equal(first.location, '/portal')
  assert.equal((await first.user.must('me')).name, name)
  identity = { sub: `ana ${room.shop.id}`, email: 'another@shop.example', email_verified: false }
  assert.equal((await (await comeBack()).user.must('me')).name, name)
  const { entries } = await room.shop.must('auditLog', { action: 'user.linked', subject: name })
  assert.equal(entries.length, 1)
  // Somebody else with the same address is not them.
  identity = { sub: `eve ${room.shop.id}`, email: name, email_verified: true }
  assert.equal((await comeBack()).location, '/portal/login?sso=unknown')
})

test('nobody comes in who was not invited, whose address is not verified, or who is disabled', async () => {
  const name = `bob-${room.shop.id}@shop.example`
  await invited(name)
  for (const claims of [
    { sub: 'x', email: `nobody-${room.shop.id}@shop.example`, email_verified: true },
    { sub: 'y', email: name, email_verified: false },
    { sub: 'y', email: name },
  ]) {
    identity = claims
    const { location, user } = await comeBack()
    assert.deepEqual([location, user.cookie], ['/portal/login?sso=unknown', ''])
  }
  identity = { sub: `bob ${room.shop.id}`, email: name, email_verified: true }
  await comeBack()
  await room.pool.rows`update login set is_disabled = true where name = ${name}`
  assert.equal((await comeBack()).location, '/portal/login?sso=unknown')
})

test('an answer without its question is refused: no cookie, another state, another browser, twice', async () => {
  const name = `eve-${room.shop.id}@shop.example`
  await invited(name)
  identity = { sub: `eve2 ${room.shop.id}`, email: name, email_verified: true }
  const problem = '/portal/login?sso=failed'
  const { path, cookie } = await leave()
  const other = await leave()
  assert.equal((await get(path)).headers.location, problem)
  assert.equal((await get(path, other.cookie)).headers.location, problem)
  assert.equal((await get(path, `${cookie.slice(0, -4)}AAAA`)).headers.location, problem)
  assert.equal((await get(path.replace(/state=[^&]*/, 'state=mine'), cookie)).headers.location, problem)
  const right = await get(path, cookie)
  assert.equal(right.headers.location, '/portal')
  assert.ok(cookiesOf(right).some((one) => one.startsWith('purser_sso=;')))
})

const encoded = (part: object | Buffer) =>
  Buffer.from(Buffer.isBuffer(part) ? part : JSON.stringify(part)).toString('base64url')
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))

const { privateKey: strangersKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Ways to change what a token says, each with a signature that is not the provider's for it. */
const forgeries: Record<string, (token: string, claims: object) => string> = {
  'by keys of somebody else': (token, claims) => {
    const signed = `${token.split('.')[0]}.${encoded(claims)}`
    return `${signed}.${encoded(sign('sha256', Buffer.from(signed), strangersKey))}`
  },
  'by nobody': (_, claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
  'for another token': (token, claims) => [token.split('.')[0], encoded(claims), token.split('.')[2]].join('.'),
}

test('an answer whose token the provider has not signed is refused', async (t) => {
  const name = `mia-${room.shop.id}@shop.example`
  await invited(name)
  identity = { sub: 'somebody', email: 'somebody@shop.example', email_verified: true }
  const claims = { sub: `mia ${room.shop.id}`, email: name, email_verified: true }
  let forge: (typeof forgeries)[string] = () => ''
  const answering = ({ body }: MutableResponse) => {
    const sent = Object(body)
    const token = String(sent.id_token)
    Object.assign(sent, { id_token: forge(token, { ...claimsOf(token), ...claims }) })
  }
  provider.service.on('beforeResponse', answering)
  t.after(() => provider.service.off('beforeResponse', answering))
  for (const [how, made] of Object.entries(forgeries)) {
    forge = made
    const { location, user } = await comeBack()
    assert.deepEqual([location, user.cookie], ['/portal/login?sso=failed', ''], `signed ${how}`)
  }
})

test('a claim that is no e-mail address, or only looks like one, is nobody', async () => {
  const plain = `boss-${room.shop.id}`
  const address = `kim-${room.shop.id}@shop.example`
  await invited(plain)
  await invited(address)
  for (const email of [plain, plain.toUpperCase(), `${plain}@`, address.replace('kim', 'ｋｉｍ')]) {
    identity = { sub: `as ${email}`, email, email_verified: true }
    assert.equal((await comeBack()).location, '/portal/login?sso=unknown', email)
  }
})

test('an answer that is longer than any provider sends is given up', async () => {
  await invited(`max-${room.shop.id}@shop.example`)
  identity = { sub: `max ${room.shop.id}`, email: `max-${room.shop.id}@shop.example`, email_verified: true }
  const answering = ({ body }: MutableResponse) => void Object.assign(Object(body), { more: 'x'.repeat(600_000) })
  provider.service.on('beforeResponse', answering)
  const { location, user } = await comeBack()
  provider.service.off('beforeResponse', answering)
  assert.deepEqual([location, user.cookie], ['/portal/login?sso=failed', ''])
  assert.equal((await comeBack()).location, '/portal', 'and the next one is taken')
})
