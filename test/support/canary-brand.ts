import { createHash, randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { openLog } from '../../server/ground/log/log.ts'
import { loadBrand } from '../../server/storage/brand-store/load-brand.ts'
import { accountSections } from './account-shop.ts'
import { campaign, points, productsOf, shopCoupons, shopProducts } from './checkout-shop.ts'
import { openMailServer } from './mail-server.ts'
import { openPortalRoom } from './portal-room.ts'
import { openShop, type Shop, type ShopOptions, testSealer } from './shop.ts'

/** A text that stands nowhere else, by what it is. */
export type Canaries = Readonly<Record<string, string>>

/** Somebody whose every detail is a text of its own. */
export interface CanaryPerson {
  readonly cardNumber: string
  readonly email: string
  readonly lastName: string
  readonly customNumber: string
  /** What nobody may read who may not see people. */
  readonly told: Canaries
  /** What tills may greet by. */
  readonly firstName: string
  readonly sale: string
  /** What the sale came to: a figure that stands nowhere else. */
  readonly figure: string
}

const mark = () => randomBytes(5).toString('hex')

/** Cards with pins that were chosen, so that they are found again; four others are for whatever moves. */
const cardsOf = (pins: readonly string[], prefix: string) => [
  ...pins.map((pin, at) => ({ cardNumber: `${prefix}${at}`, pin })),
  ...[6, 7, 8, 9].map((at) => ({ cardNumber: `${prefix}${at}` })),
]

/** The numbers of cards of the brand, and of the other one: whoever asks there for a card of the brand finds none. */
const prefixes = ['6077000', '6088000'] as const

const digits = (count: number) =>
  BigInt(`0x${randomBytes(12).toString('hex')}`)
    .toString()
    .slice(0, count)

const locations = (passwords: readonly string[]) =>
  ['L1', 'L2'].map((id, at) => ({
    id,
    name: id === 'L1' ? 'Pier' : 'Station',
    terminals: ['T1'],
    employees: [{ id: `E${at + 1}`, name: 'Kim', password: passwords[at] }],
  }))

const greeting = {
  subject: 'Dear {{ customer.lastName }}',
  text: 'Hello {{ customer.firstName }} {{ customer.email }}',
}

interface CanaryParts {
  readonly secrets: Canaries
  readonly pins: readonly string[]
  readonly prefix: string
  /** Further sections of the brand file. */
  readonly more: object
}

function brandOptions({ secrets, pins, prefix, more }: CanaryParts): ShopOptions {
  const rules = [{ id: 'earn', then: [points(1), { notify: { channel: 'email', template: 'hello' } }] }]
  return {
    brand: { apiVersion: 2 },
    locations: locations([secrets.passwordOne ?? '', secrets.passwordTwo ?? '']),
    cardSets: [
      { id: 'cards', cards: cardsOf(pins, prefix) },
      { id: 'more', generate: { count: 300, prefix: '60', length: 16 } },
    ],
    program: { pinLength: 6 },
    more: {
      ...accountSections,
      products: shopProducts,
      couponSets: shopCoupons,
      campaigns: [campaign(rules)],
      segments: [{ id: 'buyers', where: [{ fact: 'history.checkouts', op: '>=', value: 1 }] }],
      templates: [{ id: 'hello', channel: 'email', subject: greeting.subject, body: greeting.text }],
      webhooks: [{ id: 'erp', url: 'https://erp.example/events', secrets: [secrets.webhook] }],
      portal: { testRecipients: ['try@example.com'], findCustomers: ['phone', 'email', 'name'] },
      senders: { email: { smtp: secrets.smtp, from: 'Shop <shop@example.com>' } },
      ...more,
    },
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * A brand with somebody who was only ever at L1 and somebody who was only ever at L2, and with secrets of every kind; and
 * another brand of the same server with somebody of its own. What the server logs is kept.
 */
export async function openCanaryBrand(t: Pick<TestContext, 'after'>, more: object = {}) {
  const mails = await openMailServer(t as TestContext, {
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'shop' }),
  })
  const smtpPassword = `smtp${mark()}`
  const pins = [digits(6), digits(6), digits(6)]
  const secrets = {
    passwordOne: `till${mark()}`,
    passwordTwo: `till${mark()}`,
    webhook: `webhook${mark()}${mark()}`,
    smtp: mails.url.replace('//', `//shop:${smtpPassword}@`),
  }
  const lines: string[] = []
  const log = openLog('debug', (line) => void lines.push(line))
  const room = await openPortalRoom({
    ...brandOptions({ secrets, pins, prefix: prefixes[0], more }),
    allowPrivateReceivers: true,
    log,
  })
  t.after(() => room.close())
  const { shop } = room
  const [first, second] = [
    await addPerson(shop, 0, { location: 'L1', birthday: '1937-02-11' }),
    await addPerson(shop, 1, { location: 'L2', birthday: '1938-08-23' }),
  ]
  const other = await openOtherBrand(room, more)
  const hidden = {
    webhookSecret: secrets.webhook,
    smtpPassword,
    employeePassword: secrets.passwordOne,
    otherEmployeePassword: secrets.passwordTwo,
    keySecret: shop.secret,
  }
  const digests = { keyDigest: sha256(shop.secret), ...(await passwordHashes(room)) }
  return { ...room, first, second, other, hidden, digests, pin: pins[0] ?? '', lines, mails }
}

export type CanaryBrand = Awaited<ReturnType<typeof openCanaryBrand>>

/** As the database has them: of the brand's employees, and of users of the portal. */
async function passwordHashes({ pool, shop, login }: Awaited<ReturnType<typeof openPortalRoom>>): Promise<Canaries> {
  const { name } = await login('readOnly')
  const [user] = await pool.rows<{ hash: string }>`select password_hash as hash from login where name = ${name}`
  const brand = await loadBrand(pool, shop.id, testSealer)
  const employees = brand?.document.locations.flatMap((one) => one.employees) ?? []
  const named = employees.map(({ passwordHash = '' }, at): [string, string] => [`employeeHash${at}`, passwordHash])
  return { userHash: user?.hash ?? '', ...Object.fromEntries(named) }
}

async function openOtherBrand({ service }: Awaited<ReturnType<typeof openPortalRoom>>, more: object) {
  const pin = digits(6)
  const secrets = {
    passwordOne: mark(),
    passwordTwo: mark(),
    webhook: `${mark()}${mark()}`,
    smtp: 'smtp://shop:other@127.0.0.1:9',
  }
  const shop = await openShop({
    ...brandOptions({ secrets, pins: [pin, pin, pin], prefix: prefixes[1], more }),
    service,
  })
  return { shop, person: await addPerson(shop, 2, { location: 'L1', birthday: '1939-05-17' }) }
}

/** The amounts of sales at L1, at L2 and in the other brand: figures that stand nowhere else. */
const figures = ['4711.37', '8233.59', '6521.83'] as const

interface Origin {
  readonly location: 'L1' | 'L2'
  readonly birthday: string
}

async function addPerson(shop: Shop, at: 0 | 1 | 2, { location, birthday }: Origin): Promise<CanaryPerson> {
  const headers = { location, note: `Note${mark()}` }
  const { cardNumber } = await shop.must(
    'allocate',
    { cardNumber: at === 2 ? `${prefixes[1]}0` : `${prefixes[0]}${at}` },
    headers,
  )
  const id = mark()
  const customer = {
    firstName: `First${id}`,
    lastName: `Last${id}`,
    email: `mail${id}@example.com`,
    mobilePhone: `+1212555${String(100 + Number.parseInt(id.slice(0, 4), 16))
      .slice(-4)
      .padStart(4, '0')}`,
    address1: `Street${id}`,
    city: `City${id}`,
    birthday,
  }
  const { firstName, ...told } = customer
  const own = { drink: `Drink${id}`, payload: `Event${id}`, customNumber: `Own${id}` }
  await shop.must(
    'updateAccount',
    {
      cardNumber,
      primaryCustomer: customer,
      brandDemographics: [{ fieldName: 'drink', value: own.drink }],
      newEvents: [{ categoryId: 'app-open', payload: own.payload }],
      customCardNumber: own.customNumber,
      countAsEnrollment: true,
    },
    headers,
  )
  await shop.must(
    'updateChannelSubscription',
    { channel: 'email', channelUser: customer.email, globalOptIn: true },
    headers,
  )
  const sale = { cardNumber, products: productsOf(`1 ESP ${figures[at]}`) }
  const receiptInformation = { name: `Receipt${id}` }
  const { transactionId } = await shop.must('checkout', { ...sale, receiptInformation }, headers)
  const written = { note: headers.note, receipt: receiptInformation.name }
  return {
    cardNumber,
    email: customer.email,
    lastName: customer.lastName,
    customNumber: own.customNumber,
    told: { ...told, ...own, ...written, fullFirstName: `Hello ${firstName}` },
    firstName,
    sale: transactionId,
    figure: figures[at],
  }
}
