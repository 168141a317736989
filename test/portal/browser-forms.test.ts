import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom
let program: { readonly id: string }

before(async () => {
  room = await openPortalRoom({
    program: { cardsExpireAfter: { days: 1095 } },
    more: {
      senders: {
        email: { smtp: 'smtp://ana:word-of-mail@mail.example:587', from: 'shop@example.com' },
        sms: { url: 'https://sms.example/send' },
      },
    },
  })
  program = (await room.shop.must('exportBrand', {})).brandFile.programs[0]
})

after(() => room?.close())

const open = async (page: Page, path: string) => {
  await page.goto(`/portal/b/${room.shop.id}/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const choose = async (page: Page, label: string, option: RegExp | string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(/was saved/)
    .first()
    .waitFor()
}

const fits = async (page: Page, width: number) => {
  const wide = Number(await page.evaluate('document.documentElement.scrollWidth'))
  assert.ok(wide <= width, `no sideways scroll: ${wide}`)
}

/** The file's own words: brackets, quotes, keys. */
const noFileWords = async (page: Page) => {
  const text = (await page.locator('main').innerText()).replaceAll(/https?:\S+/g, '')
  assert.doesNotMatch(text, /[{}]|balanceType|balanceCode|cardsExpireAfter|generate|\bscale\b/)
}

test('a kind of value is added in words, with its name for one and for several', needsBrowser, async (t) => {
  const { cookie } = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie, height: 1600, width: 390 })
  await open(page, `settings/programs/${program.id}?tab=valueTypes`)
  await page.getByRole('button', { name: 'Add a kind of value' }).click()
  await page.getByText('Choose with care: once it is saved, it stays what it is.').waitFor()
  await choose(page, 'What it is', 'Other')
  await page.getByText('Give it a short code.').first().waitFor()
  await page.getByRole('textbox', { name: 'Short code' }).fill('GEMS')
  const one = page.getByRole('textbox', { name: 'One of it is called' })
  const several = page.getByRole('textbox', { name: 'Several are called' })
  await one.pressSequentially('Gems')
  await several.pressSequentially('Gems')
  await one.press('End')
  await one.press('Backspace')
  assert.deepEqual([await one.inputValue(), await several.inputValue()], ['Gem', 'Gems'], 'each has its own text')
  for (const _ of 'Gem') await one.press('Backspace')
  assert.deepEqual([await one.inputValue(), await several.inputValue()], ['', 'Gems'], 'it can be typed anew')
  await several.focus()
  assert.equal(await one.inputValue(), 'Gems', 'left empty, it is the other')
  await one.press('End')
  for (const _ of 'Gems') await one.press('Backspace')
  await one.pressSequentially('Gem')
  assert.equal(await page.getByRole('combobox', { name: 'Decimals' }).inputValue(), 'None: 12')
  await page.getByRole('textbox', { name: 'Highest balance' }).fill('2.5')
  await page.getByText('Enter a whole number.').first().waitFor()
  await page.getByRole('textbox', { name: 'Highest balance' }).fill('250')
  await noFileWords(page)
  await fits(page, 390)
  assert.deepEqual(await inaccessible(page), [])
  await save(page)
  const { brandFile } = await room.shop.must('exportBrand', {})
  const gems = brandFile.programs[0].valueTypes.find((one: { balanceCode?: string }) => one.balanceCode === 'GEMS')
  assert.deepEqual(gems.display, { one: 'Gem', other: 'Gems' })
  assert.equal(gems.scale, 0)
  await page.getByText('It can never be changed: cards hold amounts of it.').waitFor()

  const cardNumber = await room.shop.card()
  for (const amount of [1, 4])
    await room.shop.must('updateBalance', {
      cardNumber,
      action: 'issue',
      amount: { balanceType: 'Custom', balanceCode: 'GEMS', amount },
    })
  await open(page, `cards/${cardNumber}`)
  await page.getByText('1 Gem', { exact: false }).first().waitFor()
  await page.getByText('4 Gems', { exact: false }).first().waitFor()
  assert.equal(await page.getByText('Custom GEMS').count(), 0)
  await open(page, 'reports/liability')
  await page.getByText('Gems', { exact: true }).first().waitFor()
  assert.equal(await page.getByText('Custom GEMS').count(), 0)
  assert.deepEqual(await room.shop.verify(), [])
})

test('a program says its kind, its PIN and how long its cards last in words', needsBrowser, async (t) => {
  const { cookie } = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie, height: 1400 })
  await open(page, `settings/programs/${program.id}`)
  await page.getByText('That is about 3 years.').or(page.getByText('That is a year.')).waitFor()
  await choose(page, 'Kind of program', 'Gift cards')
  await page.getByText('Kind of program: Loyalty → Gift cards').waitFor()
  await page.getByRole('textbox', { name: 'How many' }).fill('730')
  await page.getByText(/Cards expire after › Days: 1095 → 730/).waitFor()
  await noFileWords(page)
  assert.deepEqual(await inaccessible(page), [])
  await save(page)
  const { brandFile } = await room.shop.must('exportBrand', {})
  assert.deepEqual([brandFile.programs[0].type, brandFile.programs[0].cardsExpireAfter], ['gift', { days: 730 }])
})

test('cards are made or listed, with an example of a number, and no brackets', needsBrowser, async (t) => {
  const { cookie } = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie, height: 1600, width: 820 })
  await open(page, `settings/programs/${program.id}?tab=cardSets`)
  await page.getByRole('button', { name: 'Add a card set' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('Summer cards')
  assert.equal(await page.getByRole('textbox', { name: 'ID', exact: true }).last().inputValue(), 'summer-cards')
  await page.getByText(/For example 4821903511770264: 16 of it cannot be foreseen/).waitFor()
  await page.getByRole('radio', { name: /I have them already/ }).click()
  await page.getByRole('textbox', { name: 'The cards' }).fill('88000001 1234\n88000002, 4321\n')
  await page.getByText('2 cards', { exact: true }).waitFor()
  await noFileWords(page)
  assert.deepEqual(await inaccessible(page), [])
  await save(page)
  const { brandFile } = await room.shop.must('exportBrand', {})
  const ids = brandFile.programs[0].cardSets.map(({ id }: { id: string }) => id)
  assert.ok(ids.includes('summer-cards'), `${ids}`)
})

test('a set of public codes is made with its first and last day', needsBrowser, async (t) => {
  const ana = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie: ana.cookie, height: 1400, width: 390 })
  await open(page, 'settings/couponSets?add=true')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sommer Äktion')
  await page.getByRole('radio', { name: 'Public codes' }).click()
  await page.getByText('Fill this in.').first().waitFor()
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('SUMMER10')
  await page.getByRole('textbox', { name: 'Uses in all' }).fill('1000')
  await page.getByLabel('First day').fill('2026-06-01')
  await page.getByLabel('Last day').fill('2026-05-01')
  await page.getByText('The end must be after the beginning.').first().waitFor()
  await page.getByLabel('Last day').fill('2026-08-31')
  await fits(page, 390)
  await noFileWords(page)
  assert.deepEqual(await inaccessible(page), [])
  await save(page)
  const { entry } = await ana.must('entry', { section: 'couponSets', key: 'sommer-aktion' })
  assert.deepEqual(entry.codes, [
    { code: 'SUMMER10', uses: 1000, from: '2026-06-01 00:00:00', until: '2026-09-01 00:00:00' },
  ])
})

test(
  'a mail server is host, port and login, and its password stays unless it is written anew',
  needsBrowser,
  async (t) => {
    const ana = await room.login('administrator')
    const { page } = await openWindow(t, room.service.port, { cookie: ana.cookie, height: 1600 })
    await open(page, 'settings/senders')
    assert.equal(await page.getByRole('textbox', { name: 'Mail server' }).inputValue(), 'mail.example')
    assert.equal(await page.getByRole('textbox', { name: 'User name' }).inputValue(), 'ana')
    await page.getByRole('textbox', { name: 'Port' }).fill('465')
    await page.getByText('write the password again').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    assert.equal(await page.getByRole('textbox', { name: 'Port' }).inputValue(), '587', 'discarded in the field too')
    await page.getByText('write the password again').waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'Sender' }).fill('nobody')
    await page.getByText('Write an e-mail address such as hello@harbor.example.').first().waitFor()
    await page.getByRole('textbox', { name: 'Sender' }).fill('Harbor <hello@shop.example>')
    await page.getByText(/^E-mail › Sender: shop@example.com → Harbor/).waitFor()
    await noFileWords(page)
    assert.deepEqual(await inaccessible(page), [])

    const german = await openWindow(t, room.service.port, {
      cookie: ana.cookie,
      locale: 'de-DE',
      width: 390,
      height: 1600,
    })
    await open(german.page, 'settings/senders')
    await german.page.getByRole('textbox', { name: 'Benutzername' }).waitFor()
    await fits(german.page, 390)
    const text = await german.page.locator('main').innerText()
    assert.doesNotMatch(text, /\b(the|and|Address|Secret|Password)\b/)
    const account = await german.page.getByRole('banner').getByRole('button').last().boundingBox()
    assert.ok(account && account.x + account.width <= 390, `the account’s menu is on the page: ${account?.x}`)
  },
)
