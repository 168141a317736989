import type { TestContext } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { english } from '../../server/domain/brand/member/english.ts'
import { openMemberRoom } from './member-room.ts'

/** How everything is called that a brand, its staff or a customer name. */
export type Naming = (name: string) => string

/** A language that only the brand's file has: each text says so, so that words which do not come from the file are seen. */
export const fileLanguage = 'eo'
const fileTexts = Object.fromEntries(Object.entries(english).map(([name, text]) => [name, `${text} ¶`]))

const program = { balanceType: 'Punches', subtrack: 'Espresso' }

/** What members choose. */
const choices = {
  id: 'choices',
  rules: [
    {
      id: 'mug',
      trigger: 'choice',
      limit: { times: 5, per: 'brand' },
      then: [{ redeem: { balanceType: 'Points', amount: 20 } }, { allocateCoupon: { set: 'cake', promotion: 'mug' } }],
    },
    {
      id: 'dear',
      trigger: 'choice',
      then: [
        { redeem: { balanceType: 'Points', amount: 4000 } },
        { issue: { balanceType: 'Currency', balanceCode: 'USD', amount: 5 } },
      ],
    },
  ],
}

function campaignsOf(naming: Naming) {
  return [
    {
      id: 'earn',
      name: naming('Earn'),
      rules: [
        {
          id: 'points',
          name: naming('A point per dollar'),
          trigger: 'checkout',
          then: [
            {
              issue: {
                balanceType: 'Points',
                amount: { give: 1, per: 1, of: 'checkout.total' },
                expiresAfter: { days: 365 },
              },
            },
          ],
        },
        {
          id: 'punch',
          name: naming('A punch for each espresso'),
          trigger: 'checkout',
          when: [{ fact: 'products.quantity', where: { sku: ['ESP'] }, op: '>=', value: 1 }],
          then: [
            { issue: { ...program, amount: 3 } },
            { allocateCoupon: { set: 'cake', promotion: 'cake', expiresAfter: { days: 30 } } },
          ],
        },
        {
          id: 'free',
          name: 'Inside',
          trigger: 'checkout',
          when: [{ fact: 'balance', ...program, op: '>=', value: 4 }],
          then: [
            { discount: { percent: 100, on: { where: { sku: ['ESP'] }, pick: 'dearest', units: 1 } } },
            { redeem: { ...program, amount: 4 } },
          ],
        },
      ],
    },
    choices,
  ]
}

/** A brand that has everything that members see, named as a test wishes. */
export function openTourRoom(t: TestContext, naming: Naming) {
  const languages = ['en', 'de', fileLanguage]
  const list = { uuid: '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a01', name: naming('News'), channel: 'email' }
  const member = {
    languages,
    texts: { [fileLanguage]: fileTexts },
    privacyUrl: 'https://shop.example/privacy',
    join: {
      fields: ['firstName', 'lastName', { name: 'email', required: true }, 'birthday', 'gender', 'favourite'],
      consents: [{ channel: 'email', text: naming('Write to me about news.'), version: '1' }],
      lists: [list.uuid],
      terms: naming('I agree to the terms.'),
    },
    catalogue: [
      { id: 'mug', rule: 'choices/mug', name: naming('A mug'), text: naming('Blue, and for big coffees.') },
      { id: 'dear', rule: 'choices/dear', name: naming('Five dollars'), text: naming('For your next visit.') },
    ],
  }
  const more = {
    campaigns: campaignsOf(naming),
    couponSets: [{ id: 'cake', name: naming('A piece of cake'), generate: { count: 30, prefix: 'CAKE-', length: 11 } }],
    products: [{ sku: 'ESP', name: naming('Espresso') }],
    demographicFields: [
      { name: 'favourite', type: 'String', labels: { en: { a: naming('Coffee'), b: naming('Tea') } } },
    ],
    subscriptionLists: [list],
    referrals: {},
  }
  return openMemberRoom(t, member, {
    brand: { name: naming('Harbor Coffee'), languages },
    locations: [{ id: 'L1', name: naming('Pier 1'), terminals: ['T1', 'T2'] }],
    valueTypes: [
      { balanceType: 'Points', scale: 0 },
      { balanceType: 'Currency', balanceCode: 'USD', scale: 2 },
      { ...{ balanceType: 'Punches', scale: 0 }, subtracks: ['Espresso'] },
    ],
    program: {
      name: naming('Rewards'),
      pinLength: 4,
      tiers: {
        by: { fact: 'history.spend', within: { calendar: 'year' } },
        levels: [
          { id: 'silver', name: naming('Silver'), at: 20 },
          { id: 'gold', name: naming('Gold'), at: 900 },
        ],
        keep: { endOf: 'year', plus: 1 },
      },
    },
    more,
  })
}

export type TourRoom = Awaited<ReturnType<typeof openTourRoom>>

export interface Visitor {
  readonly token: string
  readonly saleRef: string
  readonly giftLink: string
}

/** A customer with a history, and a gift that somebody has sent. */
export async function makeVisitor({ shop, ask, customer, enter }: TourRoom, naming: Naming): Promise<Visitor> {
  const cardNumber = await customer('ana@example.com', naming('Ana').slice(0, 60))
  await shop.issue(cardNumber, { usd: 12 })
  const sale = { cardNumber, standaloneCompletion: true, products: [{ sku: 'ESP', amountPurchased: 2, unitPrice: 17 }] }
  const { requestRef } = await shop.must('checkout', sale)
  const token = await enter('ana@example.com')
  const gift = await shop.must('allocate', { cardSetId: 'cards' })
  await shop.issue(gift.cardNumber, { usd: 25 })
  const sent = await ask('sendGift', { cardNumber: gift.cardNumber, pin: gift.pin }, token)
  return { token, saleRef: requestRef, giftLink: sent.body.link }
}

export interface TourScreen {
  readonly name: string
  readonly path: string
  readonly isIn: boolean
  /** What has to be done until it is there. */
  readonly prepare?: (page: Page) => Promise<void>
}

const submit = (button: string) => (page: Page) => page.locator(button).click()

/** Every screen that a member or a stranger can come to. */
export function screensOf({ saleRef, giftLink }: Visitor): readonly TourScreen[] {
  const present = giftLink.replace(/^.*\/present/, 'present')
  const stranger = (name: string, path: string, prepare?: TourScreen['prepare']) => ({
    name,
    path,
    isIn: false,
    ...(prepare && { prepare }),
  })
  const own = (name: string, path: string, prepare?: TourScreen['prepare']) => ({
    name,
    path,
    isIn: true,
    ...(prepare && { prepare }),
  })
  return [
    stranger('welcome', ''),
    stranger('join', 'join?at=L1'),
    stranger('in', 'in'),
    stranger('code', 'in', async (page) => {
      await page.locator('#address').fill('nobody@example.com')
      await page.locator('form[action$="/in"] button').click()
      await page.locator('#code').waitFor()
    }),
    stranger('gift-check', 'gift', async (page) => {
      await page.locator('input[name="cardNumber"]').fill('6000000000000000')
      await page.locator('input[name="pin"]').fill('0000')
      await page.locator('form[action$="/gift"] button').first().click()
      await page.locator('[role="alert"]').waitFor()
    }),
    stranger('present-stranger', present),
    stranger('nowhere', 'nowhere'),
    own('home', ''),
    own('history', 'history'),
    own('why', `history?why=${saleRef}`),
    own('coupons', 'coupons', (page) => page.locator('summary').first().click()),
    own('rewards', 'rewards'),
    own('refer', 'refer'),
    own('gift', 'gift'),
    own('present', present),
    own('data', 'data'),
    own('address', 'address?of=email'),
    own('erase', 'data', (page) => page.locator('details summary').last().click()),
    own('erase-waits', 'data', async (page) => {
      await page.locator('details summary').last().click()
      await submit('details form[action$="/erase"] button')(page)
      await page.locator('input[name="undo"]').waitFor({ state: 'attached' })
    }),
  ]
}

/** Opens a screen as somebody sees it. After `erase-waits` the mind has to be changed again. */
export async function openScreen(page: Page, brand: string, { path, prepare }: TourScreen): Promise<void> {
  await page.goto(path === '' ? `/m/${brand}` : `/m/${brand}/${path}`)
  await page.locator('h1').waitFor()
  await prepare?.(page)
}

export async function changeMind(page: Page): Promise<void> {
  await page.locator('form:has(input[name="undo"]) button').click()
  await page.locator('details summary').last().waitFor()
}

export const letIn = (context: BrowserContext, brand: string, token: string) =>
  context.addCookies([{ name: 'purser_member', value: token, domain: '127.0.0.1', path: `/m/${brand}` }])
