import assert from 'node:assert/strict'
import { request } from 'node:http'
import { memberRoutes } from '../../server/doors/member/all.ts'
import type { MemberRoute } from '../../server/doors/member/route.ts'
import type { FieldSpec } from '../../server/ground/contract/field.ts'
import type { Heard } from './canary-walk.ts'
import type { NamedValues } from './walked-bodies.ts'

interface MemberReply {
  readonly status: number
  readonly text: string
  readonly cookies: readonly string[]
}

interface Sending {
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly text?: string
}

let places = 0

/** Each comes from an address of its own, so that no limit by address hides what is behind it. */
export function fromAnywhere(port: number, { path, method, headers, text = '' }: Sending): Promise<MemberReply> {
  places += 1
  const localAddress = `127.0.${1 + Math.floor(places / 250)}.${1 + (places % 250)}`
  return new Promise((resolve, reject) => {
    const all = { ...headers, 'content-length': String(Buffer.byteLength(text)) }
    const sent = request({ host: '127.0.0.1', port, path, method, headers: all, localAddress }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => void parts.push(part))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          text: Buffer.concat(parts).toString('utf8'),
          cookies: answer.headers['set-cookie'] ?? [],
        }),
      )
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

/** What no field is meant for: it is to be refused or passed over, and never to break anything. */
const strange: readonly unknown[] = [
  { $ne: null },
  [['deep', { deeper: [] }]],
  '{"cardNumber":"7"}',
  "' or 1=1 --",
  '../../admin',
  '%00%0d%0aSet-Cookie: a=b',
  '{{#customer}}{{email}}{{/customer}}<script>1</script>',
  'x'.repeat(5000),
  -1,
  1e15,
  true,
  null,
]

/** A value that a field takes, if it is known what it is to be about. */
function valueFor(name: string, spec: FieldSpec, values: NamedValues): unknown {
  if (values[name] !== undefined) return values[name]
  const { kind, choices, model, item, min = 1 } = spec
  if (kind === 'flag') return false
  if (kind === 'choice') return choices?.[0]
  if (kind === 'json') return { id: 'x', response: { clientDataJSON: 'e30' } }
  if (kind === 'object' && model) return everyField(model.fields, values)
  if (kind === 'list') return item ? [valueFor(name, item, values)] : []
  return kind === 'text' ? 'x' : Math.max(1, min)
}

const everyField = (fields: MemberRoute['request']['fields'], values: NamedValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, { spec }]) => [name, valueFor(name, spec, values)]))

/** Bodies of a route about somebody: as it asks for them, and each field once with everything that it is not for. */
function memberBodies({ request: { fields } }: MemberRoute, values: NamedValues, isHostile: boolean): object[] {
  const whole = everyField(fields, values)
  const required = Object.fromEntries(Object.entries(whole).filter(([name]) => fields[name]?.spec.required))
  // Of two ways to name somebody one is asked for.
  const { email: _, ...byPhone } = whole
  const { mobilePhone: __, ...byEmail } = whole
  const odd = Object.keys(fields).flatMap((name) => strange.map((value) => ({ ...byEmail, [name]: value })))
  const named = [required, byPhone, byEmail]
  if (!isHostile) return named
  return [...named, ...odd, { ...whole, __proto__: null, constructor: 'x', cardId: 1, brand: 'x' }]
}

interface Walker {
  readonly port: number
  readonly brand: string
  /** A token for each question, or always the same. Undefined: none. */
  readonly token: () => Promise<string | undefined>
}

/** Asks every route of the interface. */
export async function walkMember(walker: Walker, values: NamedValues, isHostile: boolean): Promise<readonly Heard[]> {
  const { port, brand, token } = walker
  const heard: Heard[] = []
  for (const route of memberRoutes.filter(({ name }) => !endings.has(name))) {
    const given = await token()
    const asked = memberBodies(route, values, isHostile)
    for (const body of asked) {
      const text = JSON.stringify(body)
      const headers = { 'content-type': 'application/json', ...(given && { authorization: `Bearer ${given}` }) }
      const path = `/member/${brand}/${route.name}`
      const answer = await fromAnywhere(port, { path, method: 'POST', headers, text })
      assert.ok(answer.status !== 500 && answer.status !== 503, `${route.name} ${text.slice(0, 300)}: ${answer.text}`)
      // Some count how often they are asked.
      if (answer.status === 429) continue
      const isDone = answer.status === 200
      heard.push({ door: `member/${route.name}`, isDone, text: answer.text.toLowerCase(), asked: text.toLowerCase() })
    }
  }
  return heard
}

/** What ends the session, the card or the person by which the walk goes. */
export const endings: ReadonlySet<string> = new Set(['leave', 'reportLost', 'eraseMe'])

interface PageWalker {
  readonly port: number
  readonly brand: string
  readonly cookie: string
}

/** Everything under /m/BRAND that answers by itself or takes a form, with what forms and addresses can say. */
const screensAsked = ['', 'in', 'join', 'gift', 'present', 'coupons', 'refer', 'rewards', 'history', 'address', 'data']
const formsSent = [
  ...['in', 'join', 'code', 'address', 'passkey', 'passkeys', 'token', 'gift', 'present', 'profile', 'messages'],
  ...['pass', 'refer', 'rewards', 'others', 'export', 'erase', 'lost', 'out'],
]

/** All of these, so that a new one is not forgotten. */
export const pageScreens: ReadonlySet<string> = new Set([...screensAsked, ...formsSent])

/** Asks for every page, and sends every form, with everything that is known of somebody else. */
export async function walkPages(walker: PageWalker, values: Readonly<Record<string, string>>) {
  const heard: Heard[] = []
  const asks = screensAsked.flatMap((screen) => [
    { screen, said: {} },
    { screen, said: values },
  ])
  const forms = formsSent.flatMap((screen) =>
    [{}, { do: 'check' }, { do: 'add' }, { do: 'send' }, { do: 'revoke' }, { start: '1' }, { remove: values.passkeyId }]
      .filter((more) => screen === 'gift' || screen === 'passkeys' || !('do' in more || 'remove' in more))
      .map((more) => ({ screen, said: { ...values, ...more } as Record<string, string> })),
  )
  for (const { screen, said } of asks) heard.push(await askPage(walker, screen, said))
  for (const { screen, said } of forms) heard.push(await sendForm(walker, screen, said))
  return heard
}

async function askPage({ port, brand, cookie }: PageWalker, screen: string, said: Readonly<Record<string, string>>) {
  const query = new URLSearchParams(said).toString()
  const path = `/m/${brand}${screen && `/${screen}`}${query && `?${query}`}`
  const answer = await fromAnywhere(port, { path, method: 'GET', headers: { cookie } })
  return heardOf(answer, `page ${screen}`, query)
}

async function sendForm({ port, brand, cookie }: PageWalker, screen: string, said: Readonly<Record<string, string>>) {
  const { email, mobilePhone, ...others } = said
  const one = screen === 'in' || screen === 'code' || screen === 'address' ? { ...others, email } : said
  const text = new URLSearchParams(one as Record<string, string>).toString()
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const answer = await fromAnywhere(port, { path: `/m/${brand}/${screen}`, method: 'POST', headers, text })
  return heardOf(answer, `form ${screen}`, text)
}

function heardOf({ status, text, cookies }: MemberReply, door: string, asked: string): Heard {
  assert.ok(status !== 500 && status !== 503 && status !== 429, `${door}: ${status} ${text.slice(0, 300)}`)
  const told = `${text}\n${cookies.join('\n')}`.toLowerCase()
  return {
    door,
    isDone: status === 200 || status === 303,
    text: told,
    asked: decodeURIComponent(asked.replaceAll('+', ' ')).toLowerCase(),
  }
}
