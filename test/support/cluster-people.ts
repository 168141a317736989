import assert from 'node:assert/strict'
import { campaign, points, productsOf } from './checkout-shop.ts'
import { fullShopOptions } from './full-shop.ts'
import { says } from './rule-table.ts'
import type { Shop, ShopOptions } from './shop.ts'

const receiver = 'https://erp.example/events'
const once = (per: string) => ({ times: 1, per, every: 'ever' })

/** Who brings others, limits by person and device, attributes of lines and texts in two languages. */
const rules = [
  {
    id: 'thanks',
    when: [{ fact: 'checkout.isReferred', op: '=', value: true }],
    then: [points(50, { to: 'referrer' })],
  },
  { id: 'by-address', limit: once('email'), then: [says('address')] },
  { id: 'by-number', limit: once('phone'), then: [says('number')] },
  { id: 'by-customer', limit: once('customer'), then: [says('customer')] },
  { id: 'by-device', limit: once('device'), then: [says('device')] },
  {
    id: 'by-attribute',
    when: [{ fact: 'products.quantity', where: { attributes: { roast: 'dark' } }, op: '>=', value: 1 }],
    then: [{ notify: { channel: 'direct', text: { en: 'dark', de: 'dunkel' } } }],
  },
]

/** A brand with something in nearly every table, cards to spare, and members who have pages and bring others. */
export function clusterShopOptions(): ShopOptions {
  const full = fullShopOptions(receiver)
  const sections = full.more as { readonly campaigns: readonly object[] }
  return {
    ...full,
    cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 60, prefix: '60', length: 16 } }],
    brand: { languages: ['en', 'de'] },
    more: {
      ...sections,
      member: {},
      referrals: {},
      attributes: [{ name: 'roast', type: 'text' }],
      campaigns: [...sections.campaigns, { ...campaign(rules), id: 'people' }],
    },
  }
}

/** Somebody sees their card, brings a friend, and no limit by person or device gives twice. */
export async function visitAsMember(shop: Shop): Promise<void> {
  const member = async (route: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const url = `http://127.0.0.1:${shop.port}/member/${shop.id}/${route}`
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, text: await response.text() }
  }
  const person = async (primaryCustomer: object) => {
    const cardNumber = await shop.card({ points: 3 })
    await shop.must('updateAccount', { cardNumber, primaryCustomer })
    return cardNumber
  }
  const ana = await person({ email: `ana-${await shop.card()}@example.org` })
  const { token } = await shop.must('memberToken', { cardNumber: ana, minutes: 5 })
  for (const route of ['card', 'story', 'look']) {
    const { status, text } = await member(route, {}, token)
    assert.equal(status, 200, `${route}: ${text}`)
  }
  const wrong = { email: 'nobody@example.org', asked: 'A'.repeat(43), code: '000000' }
  const entering = await member('enter', wrong)
  assert.equal(entering.status, 422, entering.text)

  const { code: referralCode } = await shop.must('referralCode', { cardNumber: ana })
  const email = `bob-${ana}@example.org`
  const of = { email, phone: `+1212555${ana.slice(-4)}`, language: 'de' }
  const products = productsOf('1 ESP 3').map((line) => ({ ...line, attributes: { roast: 'dark' } }))
  const buy = async (cardNumber: string, more: object = {}) => {
    const sold = await shop.must('checkout', { cardNumber, products, device: `phone-${ana}`, ...more })
    return (sold.responseMessages ?? []).toSorted()
  }
  const bob = await person(of)
  assert.deepEqual(await buy(bob, { referralCode }), ['address', 'customer', 'device', 'dunkel', 'number'])
  assert.deepEqual(await buy(await person(of)), ['customer', 'dunkel'])
  const [{ amount }] = (await shop.balances(ana)).filter(
    ({ balanceType }: { balanceType: string }) => balanceType === 'Points',
  )
  assert.equal(amount, 53, 'she was thanked')
  assert.equal((await member('leave', {}, token)).status, 200)
  assert.equal((await member('card', {}, token)).status, 401)
}
