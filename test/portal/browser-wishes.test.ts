import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { needsBrowser, openWindow } from '../support/browser.ts'
import { productsOf } from '../support/checkout-shop.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'
import { WishForm } from '../support/wish-form.ts'

/** Promotions that people really run, made in the portal by somebody who knows no YAML; then the tills decide. */

let room: PortalRoom
let marketer: PortalUser

const named = (sku: string, name: string, attributes?: object) => ({ sku, name, ...(attributes && { attributes }) })

before(async () => {
  room = await openPortalRoom({
    brand: { languages: ['en', 'de'] },
    locations: [
      { id: 'L1', name: 'Pier 1', terminals: ['T1'], employees: [{ id: 'E1' }, { id: 'E2' }] },
      { id: 'L2', name: 'Venice Beach', terminals: ['T1'], timeZone: 'America/Los_Angeles' },
    ],
    more: {
      attributes: [
        { name: 'brand', type: 'text' },
        { name: 'size', type: 'oneOf', values: ['S', 'M', 'L'] },
      ],
      orderAttributes: [{ name: 'delivery', type: 'oneOf', values: ['home', 'store'] }],
      referrals: { guards: ['card'] },
      products: [
        named('MUG', 'Mug'),
        named('CUP', 'Cup'),
        named('JAR', 'Jar'),
        named('TEE', 'T-shirt', { brand: 'Acme', size: 'L' }),
        named('CAP', 'Cap', { brand: 'Bolt', size: 'M' }),
        named('BAG', 'Bag'),
        named('TIN', 'Tin'),
        named('KEY', 'Key ring'),
        named('PEN', 'Pen'),
        named('HAT', 'Hat'),
        named('ICE', 'Ice cream'),
        named('PIE', 'Pie'),
      ],
    },
  })
  marketer = await room.login('marketer')
})

after(() => room?.close())

/** A wish, made by a marketer; whatever came of it adds up. */
function wish(what: string, make: (form: WishForm) => Promise<void>): void {
  void test(what, needsBrowser, async (t) => {
    const { page } = await openWindow(t, room.service.port, { cookie: marketer.cookie, height: 1400 })
    await make(new WishForm(page, room))
    assert.deepEqual(await room.shop.verify(), [])
  })
}

/** What is off a sale without a card. */
async function offOf(basket: string, more: object = {}): Promise<number> {
  return (await room.shop.must('checkout', { products: productsOf(basket), ...more })).totalDiscount
}

wish('of 10 % off mugs and 3 dollars off a mug, customers get what is more', async (form) => {
  await form.begin('Mug days', /^Discount/)
  await form.onProducts('Mug')
  await form.limits.getByRole('button', { name: 'Competes in the group' }).click()
  await form.limits.getByRole('button', { name: 'New group' }).click()
  await form.fill('Name of the new group', 'mugs')
  await form.page.getByRole('button', { name: 'Make the group' }).click()
  await form.limits.getByText('Of all promotions of this group, a purchase gets:').waitFor()
  await form.page.getByRole('button', { name: 'Actions for this rule' }).click()
  await form.page.getByRole('menuitem', { name: 'Copy' }).click()
  await form.choose('How much', 'Amount off', form.gets)
  await form.fill('Amount', '3', form.gets)
  await form.publish(/amount: 3/)
  assert.deepEqual([await offOf('1 MUG 10'), await offOf('1 MUG 50')], [3, 5])
})

wish('10 % off that stands beside no other discount gives way to more', async (form) => {
  await form.begin('Cups alone', /^Discount/)
  await form.onProducts('Cup')
  await form.limits.getByRole('button', { name: 'More options' }).click()
  await form.page.getByRole('menuitem', { name: 'Together with other discounts' }).click()
  await form.publish(/combines: none/)
  assert.equal(await offOf('1 CUP 10'), 1)
  assert.equal(await offOf('1 CUP 10, 1 MUG 20'), 3, 'the mug brings 3, and the two do not stand in one sale')
})

wish('20 % off everything of one brand', async (form) => {
  await form.begin('Acme weeks', /^Discount/)
  await form.fill('Percent', '20', form.gets)
  await form.gets.getByText('Certain products', { exact: true }).click()
  await form.gets.getByRole('button', { name: 'Attributes' }).click()
  await form.gets.getByRole('button', { name: 'Add an attribute' }).click()
  await form.page.getByRole('menuitem', { name: 'brand' }).click()
  await form.gets.getByLabel('brand', { exact: true }).fill('Acme')
  await form.page.keyboard.press('Enter')
  await form.publish(/Acme/)
  assert.deepEqual([await offOf('1 TEE 10'), await offOf('1 CAP 10')], [2, 0])
})

wish('five points for whoever has it delivered to their home', async (form) => {
  await form.begin('Home delivery', /^Give points/)
  await form.gets.getByText('Fixed', { exact: true }).click()
  await form.fill('Amount', '5', form.gets)
  const chip = await form.only('Only certain purchases', 'attribute', 'Attribute of the sale')
  await form.choose('Field', 'delivery', chip)
  await chip.getByRole('combobox', { name: 'Value' }).click()
  await form.page.getByRole('option', { name: 'home' }).click()
  await form.closeDialog()
  await form.publish(/home/)
  const cardNumber = await room.shop.card()
  const buy = (orderAttributes: object) =>
    room.shop.must('checkout', { cardNumber, products: productsOf('1 PEN 2'), orderAttributes })
  await buy({ delivery: 'store' })
  await buy({ delivery: 'home' })
  assert.equal(await pointsOf(cardNumber), 5)
})

async function pointsOf(cardNumber: string): Promise<number> {
  const balances: { balanceType: string; amount: number }[] = (await room.shop.balances(cardNumber)) ?? []
  return balances.find(({ balanceType }) => balanceType === 'Points')?.amount ?? 0
}

wish('a tin is a present with every bag', async (form) => {
  await form.begin('A tin with a bag', /^Add a product/)
  await form.choose('Product', 'Tin', form.gets)
  await form.gets.getByRole('button', { name: 'Usual price of each item' }).click()
  await form.fill('Usual price of each item', '8', form.gets)
  const chip = await form.only('Only certain purchases', 'items', 'Number of certain products')
  await form.choose('Products', 'Bag', chip)
  await form.closeDialog()
  await form.publish(/sku: \[ BAG \]/)
  const sale = await room.shop.must('checkout', { products: productsOf('1 BAG 20') })
  assert.deepEqual([sale.addedProducts[0].sku, sale.totalDiscount, sale.checkoutTotalAfterDiscount], ['TIN', 8, 20])
  assert.equal((await room.shop.must('checkout', { products: productsOf('1 PEN 2') })).addedProducts, undefined)
})

wish('one of three presents with a hat', async (form) => {
  await form.begin('A present with a hat', /^Add a product/)
  await form.choose('Product', 'Key ring', form.gets)
  for (const name of ['Pen', 'Jar'])
    await form.choose(name === 'Pen' ? 'Product' : 'Customer chooses from', name, form.gets)
  const chip = await form.only('Only certain purchases', 'items', 'Number of certain products')
  await form.choose('Products', 'Hat', chip)
  await form.closeDialog()
  await form.publish(/sku: \[ HAT \]/)
  const products = productsOf('1 HAT 20')
  const sale = await room.shop.must('checkout', { products })
  assert.deepEqual(
    sale.campaignOptions.map(({ optionDisplayValue }: { optionDisplayValue: string }) => optionDisplayValue),
    ['Key ring', 'Pen', 'Jar'],
  )
  const chosen = await room.shop.must('checkout', { products, campaignChoices: [{ optionId: 'PEN' }] })
  assert.equal(chosen.addedProducts[0].sku, 'PEN')
})

wish('a happy hour from 4 to 6 by the clock of each store', async (form) => {
  await form.begin('Happy hour', /^Discount/)
  await form.onProducts('Ice cream')
  await form.part('When').getByLabel('From', { exact: true }).fill('16:00')
  await form.part('When').getByLabel('To', { exact: true }).fill('18:00')
  await form.publish(/to: "?18:00/)
  const at = async (date: string, locationId: string) =>
    (await room.shop.must('simulate', { products: productsOf('1 ICE 10'), date, locationId })).receipt.totalDiscount
  assert.deepEqual([await at('2029-01-02 16:30:00', 'L1'), await at('2029-01-02 16:30:00', 'L2')], [1, 0])
  assert.deepEqual([await at('2029-01-02 19:30:00', 'L1'), await at('2029-01-02 19:30:00', 'L2')], [0, 1])
})

wish('once a day in each store a pie is half the price', async (form) => {
  await form.begin('Pie of the day', /^Discount/)
  await form.fill('Percent', '50', form.gets)
  await form.onProducts('Pie')
  await form.limits.getByRole('button', { name: 'Limit how often' }).click()
  await form.choose('For each', 'per location', form.limits)
  await form.publish(/per: location/)
  const products = productsOf('1 PIE 4')
  const at = async (location: string) => (await room.shop.must('checkout', { products }, { location })).totalDiscount
  assert.deepEqual([await at('L1'), await at('L1'), await at('L2')], [2, 0, 2])
})

wish('fifty points for whoever brings a friend', async (form) => {
  await form.begin('Bring a friend', /^Give points/)
  await form.gets.getByText('Fixed', { exact: true }).click()
  await form.fill('Amount', '50', form.gets)
  await form.gets.getByRole('button', { name: 'More options' }).click()
  await form.page.getByRole('menuitem', { name: 'Who gets it' }).click()
  await form.publish(/to: referrer/)
  const [friend, own] = [await room.shop.card(), await room.shop.card()]
  const { code } = await room.shop.must('referralCode', { cardNumber: own })
  await room.shop.must('checkout', { cardNumber: friend, referralCode: code, products: productsOf('1 PEN 2') })
  assert.equal(await pointsOf(own), 50)
})

wish('of two autumn campaigns a purchase gets the one that costs the shop least', async (form) => {
  const campaign = form.part('Campaign')
  await form.begin('Autumn A', /^Discount/)
  await form.onProducts('Jar')
  await campaign.getByRole('button', { name: 'Competes in the group' }).click()
  await campaign.getByRole('button', { name: 'New group' }).click()
  await form.fill('Name of the new group', 'autumn')
  await form.page.getByRole('button', { name: 'Make the group' }).click()
  await form.choose('Which', 'the one that costs you least', campaign)
  await form.publish(/best: merchant/)
  await form.begin('Autumn B', /^Discount/)
  await form.fill('Percent', '30', form.gets)
  await form.onProducts('Jar')
  await campaign.getByRole('button', { name: 'Competes in the group' }).click()
  await form.choose('Competes in the group', 'autumn', campaign)
  await form.publish(/group: autumn/)
  assert.equal(await offOf('1 JAR 10'), 1)
})

wish('seven points for whoever bought things of a brand in the last ninety days', async (form) => {
  await form.begin('Bolt again', /^Give points/)
  await form.gets.getByText('Fixed', { exact: true }).click()
  await form.fill('Amount', '7', form.gets)
  const chip = await form.only('Only certain customers', 'items', 'Number of items bought so far')
  await chip.getByRole('button', { name: 'Attributes' }).click()
  await chip.getByRole('button', { name: 'Add an attribute' }).click()
  await form.page.getByRole('menuitem', { name: 'brand' }).click()
  await chip.getByLabel('brand', { exact: true }).fill('Bolt')
  await form.page.keyboard.press('Enter')
  await form.choose('Period', 'In the last days', chip)
  await chip.getByRole('textbox', { name: 'In the last days' }).fill('90')
  await chip.getByRole('textbox', { name: 'Value' }).fill('2')
  await form.closeDialog()
  await form.publish(/value: 2/)
  const cardNumber = await room.shop.card()
  const buy = (basket: string) => room.shop.must('checkout', { cardNumber, products: productsOf(basket) })
  await buy('1 CAP 10')
  await buy('1 CAP 10')
  assert.equal(await pointsOf(cardNumber), 0)
  await buy('1 PEN 2')
  assert.equal(await pointsOf(cardNumber), 7)
})

wish('with a hat, a key ring costs one dollar, and all of them cost at most ten', async (form) => {
  await form.begin('Key ring for a dollar', /^Add a product/)
  await form.choose('Product', 'Key ring', form.gets)
  await form.fill('Price of each item', '1', form.gets)
  await form.gets.getByRole('button', { name: 'Usual price of each item' }).click()
  await form.fill('Usual price of each item', '7', form.gets)
  await form.limits.getByRole('button', { name: 'Set a budget' }).click()
  await form.fill('At most', '10', form.limits)
  const chip = await form.only('Only certain purchases', 'items', 'Number of certain products')
  await form.choose('Products', 'Cup', chip)
  await form.closeDialog()
  await form.publish(/sku: \[ CUP \]/)
  const buy = () => room.shop.must('checkout', { products: productsOf('1 CUP 10, 1 PEN 3') })
  const ringsIn = ({
    addedProducts = [],
  }: {
    addedProducts?: readonly { sku: string; unitPrice: number; discount: number }[]
  }) => addedProducts.filter(({ sku }) => sku === 'KEY').map(({ unitPrice, discount }) => unitPrice - discount)
  assert.deepEqual([ringsIn(await buy()), ringsIn(await buy())], [[1], []])
})

wish('on Sundays, in one store only', async (form) => {
  await form.begin('Sunday hats', /^Discount/)
  await form.onProducts('Hat')
  await form.page.getByText('Sunday', { exact: true }).click()
  const chip = await form.only('Only at certain times or places', 'store', 'Location')
  await form.page.getByRole('option', { name: 'Venice Beach' }).click()
  assert.ok(chip)
  await form.closeDialog()
  await form.publish(/L2/)
  const at = async (date: string, locationId: string) =>
    (await room.shop.must('simulate', { products: productsOf('1 HAT 10'), date, locationId })).receipt.totalDiscount
  // By the brand's clock; 2029-01-07 is a Sunday.
  assert.deepEqual([await at('2029-01-07 12:00:00', 'L2'), await at('2029-01-07 12:00:00', 'L1')], [1, 0])
  assert.deepEqual([await at('2029-01-07 01:00:00', 'L2'), await at('2029-01-08 01:00:00', 'L2')], [0, 1])
})

wish('a welcome once for each e-mail address', async (form) => {
  await form.begin('Welcome', /^Discount/)
  await form.fill('Percent', '50', form.gets)
  await form.onProducts('Pen')
  await form.limits.getByRole('button', { name: 'Limit how often' }).click()
  await form.choose('For each', 'per e-mail address', form.limits)
  await form.choose('In which period', 'in all', form.limits)
  await form.publish(/per: email, every: ever/)
  const buy = async (email: string) => {
    const cardNumber = await room.shop.card()
    await room.shop.must('updateAccount', { cardNumber, primaryCustomer: { email } })
    return (await room.shop.must('checkout', { cardNumber, products: productsOf('1 PEN 2') })).totalDiscount
  }
  assert.deepEqual(
    [await buy('ada@example.org'), await buy('ADA@example.org'), await buy('bob@example.org')],
    [1, 0, 1],
  )
})

wish('each employee gives one piece of cake a day', async (form) => {
  await form.begin('From the staff', /^Discount/)
  await form.onProducts('Bag')
  await form.choose('How much', 'Free', form.gets)
  await form.limits.getByRole('button', { name: 'Limit how often' }).click()
  await form.choose('For each', 'per employee', form.limits)
  await form.publish(/per: employee/)
  const products = productsOf('1 BAG 20')
  const own = async (employee: string) => {
    const { requestRef } = await room.shop.must('checkout', { products }, { employee })
    const { explanation } = await room.shop.must('requestLookup', { requestRef, showExplanation: true })
    return explanation.fired.filter(({ campaign }: { campaign: string }) => campaign === 'From the staff').length
  }
  assert.deepEqual([await own('E1'), await own('E1'), await own('E2')], [1, 0, 1])
})

wish('a message on the receipt in the language of the customer', async (form) => {
  await form.begin('Thanks', /^Send a message/)
  await form.fill('English', 'Thank you for the ice cream', form.gets)
  await form.fill('German', 'Danke für das Eis', form.gets)
  const chip = await form.only('Only certain purchases', 'items', 'Number of certain products')
  await form.choose('Products', 'Ice cream', chip)
  await form.closeDialog()
  await form.publish(/sku: \[ ICE \]/)
  const told = async (language?: string) => {
    const cardNumber = await room.shop.card()
    if (language) await room.shop.must('updateAccount', { cardNumber, primaryCustomer: { language } })
    return (await room.shop.must('checkout', { cardNumber, products: productsOf('1 ICE 3') })).responseMessages
  }
  const [english, german] = ['Thank you for the ice cream', 'Danke für das Eis']
  assert.deepEqual([await told(), await told('de-AT'), await told('fr')], [[english], [german], [english]])
})

wish('three points for guests who read German', async (form) => {
  await form.begin('In German', /^Give points/)
  await form.gets.getByText('Fixed', { exact: true }).click()
  await form.fill('Amount', '3', form.gets)
  const chip = await form.only('Only certain customers', 'language', 'Language')
  await form.choose('Comparison', 'begins with', chip)
  await chip.getByLabel('Value').fill('de')
  await form.closeDialog()
  await form.publish(/startsWith, value: de/)
  const own = async (language: string) => {
    const cardNumber = await room.shop.card()
    await room.shop.must('updateAccount', { cardNumber, primaryCustomer: { language } })
    await room.shop.must('checkout', { cardNumber, products: productsOf('1 PIE 2') })
    return pointsOf(cardNumber)
  }
  assert.deepEqual([await own('de-CH'), await own('en')], [3, 0])
})

wish('a discount to choose, which members read about in their language', async (form) => {
  await form.begin('Choose it', /^Discount/)
  await form.onProducts('Tin')
  await form.limits.getByRole('button', { name: 'More options' }).click()
  await form.page.getByRole('menuitem', { name: 'Customers choose it' }).click()
  await form.fill('English', 'A tenth off tins', form.limits)
  await form.fill('German', 'Ein Zehntel auf Dosen', form.limits)
  await form.publish(/Ein Zehntel auf Dosen/)
  const cardNumber = await room.shop.card()
  await room.shop.must('updateAccount', { cardNumber, primaryCustomer: { language: 'de' } })
  const sale = await room.shop.must('checkout', { cardNumber, products: productsOf('1 TIN 10') })
  assert.deepEqual(
    sale.campaignOptions.map((one: { optionDisplayValue: string }) => one.optionDisplayValue),
    ['Ein Zehntel auf Dosen'],
  )
})
