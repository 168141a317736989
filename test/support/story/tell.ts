import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { allJobs } from '../../../server/background/jobs/all.ts'
import type { Job, JobContext } from '../../../server/background/jobs/runner/job.ts'
import { systemNetwork } from '../../../server/calls/delivery/network.ts'
import { openSenders } from '../../../server/calls/delivery/senders.ts'
import { PinKeeper } from '../../../server/domain/card/pin-keeper.ts'
import { addressMarkUse } from '../../../server/domain/channel/address-mark.ts'
import { parseDateTime } from '../../../server/ground/kernel/time.ts'
import { explained } from '../explained.ts'
import { openJobRoom } from '../job-room.ts'
import { type MailServer, openMailServer } from '../mail-server.ts'
import { applyFile, Shop, testKey, testService } from '../shop.ts'
import { travelTo } from '../travel-clock.ts'
import { mergeSections } from './merge.ts'
import { People } from './people.ts'
import type { Recipe, Scene } from './read-page.ts'
import { type BasketLine, printReceipt } from './receipt.ts'

type File = Readonly<Record<string, unknown>>

export interface Told {
  readonly scenes: readonly Scene[]
  readonly explanation: string
  readonly shop: Shop
}

/** Does everything that a recipe tells of with a brand of its own, and says what happened. */
export async function tell(t: TestContext, recipe: Recipe, base: File): Promise<Told> {
  // The same in every run: the sides of an experiment are drawn by brand, campaign and card.
  const id = recipe.title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const stage = await openStage(t, id, mergeSections(base, recipe.sections))
  const scenes: Scene[] = []
  for (const { action } of recipe.scenes) scenes.push({ action, printed: (await stage.act(action)).join('\n') })
  return { scenes, explanation: await stage.explain(), shop: stage.shop }
}

async function openStage(t: TestContext, id: string, file: File): Promise<Stage> {
  const secret = `secret-${randomBytes(12).toString('hex')}`
  const mail = await openMailServer(t)
  const { brand, ...sections } = file as { readonly brand: { readonly enable: readonly string[] } }
  const enable = [...new Set([...brand.enable, 'showExplanation'])]
  const own = {
    ...sections,
    brand: { ...brand, id, enable },
    apiKeys: [{ key: 'till', secret }],
    senders: { email: { smtp: mail.url, from: 'hello@harbor.example' } },
  }
  await travelTo(instantOf('2026-11-02 08:00'))
  await applyFile(own)
  const { port } = await testService()
  const shop = new Shop({ id, secret, port, file: own })
  const stage = new Stage(shop, mail, await openJobRoom(shop))
  await stage.work()
  return stage
}

const zone = 'America/New_York'

function instantOf(local: string): number {
  const instant = parseDateTime(`${local}:00`, zone)
  if (instant === undefined) throw new Error(`${local} is no time`)
  return instant
}

const retention = { traceDays: 0, requestMonths: 0, noticeMonths: 0 }

class Stage {
  readonly shop: Shop
  private readonly mail: MailServer
  private readonly context: JobContext
  private readonly people: People
  private readonly jobs: readonly Job[]
  private mailsTold = 0
  private sale: { readonly ref: string; readonly card?: string; readonly basket: readonly BasketLine[] } | undefined
  private lastCall = ''

  constructor(shop: Shop, mail: MailServer, context: JobContext) {
    this.shop = shop
    this.mail = mail
    this.context = context
    this.people = new People(shop)
    const network = systemNetwork(true)
    const timeouts = { connectMs: 10_000, totalMs: 10_000 }
    const outside = {
      network,
      senders: openSenders({ ...network, timeouts }),
      addressKey: () => new PinKeeper(testKey, randomBytes).keyFor(addressMarkUse),
    }
    this.jobs = allJobs(retention, outside, () => {
      throw new Error('no story changes the brand')
    })
  }

  async act(action: string): Promise<string[]> {
    for (const [pattern, play] of this.plays) {
      const found = pattern.exec(action)
      if (found) return [...(await play(...found.slice(1))), ...(await this.people.changes()), ...(await this.mails())]
    }
    throw new Error(`nobody knows how to play "${action}"`)
  }

  async explain(): Promise<string> {
    if (this.lastCall === '') return ''
    const text = await explained(this.shop, this.lastCall)
    // Coupons have random names.
    return text.replace(/\b([A-Z]-)[A-Z0-9]{8}\b/g, '$1…')
  }

  private readonly plays: readonly (readonly [RegExp, (...words: string[]) => Promise<readonly string[]>])[] = [
    [/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) (\d{4}-\d\d-\d\d \d\d:\d\d)$/, (day = '', time = '') => this.travel(day, time)],
    [/^(\w+) joins(.*)$/, (name = '', more = '') => this.join(name, more)],
    [/^(\w+) has ([\d.]+) (\w+)(?: (\w+))?$/, (name = '', ...words) => this.give(name, words)],
    [/^(\w+) buys ([^;]+)(.*)$/, (name = '', basket = '', more = '') => this.buy(name, basket, more)],
    [/^(\w+) returns (.+)$/, (_, basket = '') => this.takeBack(basket)],
    [/^the sale is voided$/, () => this.void()],
    [/^(\w+) subscribes to (\w+)$/, (name = '', list = '') => this.subscribe(name, list)],
  ]

  /** What has to happen until then happens on the way, day by day. */
  private async travel(day: string, time: string): Promise<readonly string[]> {
    const instant = instantOf(time)
    const real = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: zone }).format(instant)
    if (real !== day) throw new Error(`${time} is a ${real}`)
    await travelTo(instant)
    await this.work()
    return []
  }

  /** The jobs that can do something about cards and messages. */
  async work(): Promise<void> {
    const wanted = ['expiry', 'segments', 'tiers', 'dates', 'later-messages', 'delivery']
    for (const name of wanted) await this.jobs.find((job) => job.name === name)?.run(this.context)
  }

  private async join(name: string, more: string): Promise<readonly string[]> {
    const [, set = 'rewards-cards'] = /with a card of ([\w-]+)/.exec(more) ?? []
    const [, birthday] = /born (\d{4}-\d\d-\d\d)/.exec(more) ?? []
    const [, email] = /(\S+@\S+)/.exec(more) ?? []
    const [, language] = /reads ([\w-]+)/.exec(more) ?? []
    const [, number] = /with card (\d+)/.exec(more) ?? []
    const { cardNumber, requestRef } = await this.shop.must(
      'allocate',
      number ? { cardNumber: number } : { cardSetId: set },
    )
    this.lastCall = requestRef
    await this.shop.must('updateAccount', {
      cardNumber,
      primaryCustomer: {
        firstName: name,
        ...(birthday && { birthday }),
        ...(email && { email }),
        ...(language && { language }),
      },
      ...(email && { thirdPartyUpdates: [{ thirdParty: 'email', optIn: true }] }),
      skipOptInConfirmationEmails: true,
    })
    await this.people.join(name, cardNumber)
    return []
  }

  private async give(name: string, [amount, type = '', code]: readonly string[]): Promise<readonly string[]> {
    const balance = type === 'Points' ? { balanceType: type } : { balanceType: 'Currency', balanceCode: code ?? type }
    const cardNumber = this.people.cardOf(name)
    await this.shop.must('updateBalance', { cardNumber, action: 'issue', amount: { ...balance, amount } })
    return []
  }

  private async buy(name: string, wanted: string, more: string): Promise<readonly string[]> {
    const basket = this.basketOf(wanted)
    const cardNumber = name === 'Somebody' ? undefined : this.people.cardOf(name)
    const { location, ...options } = this.optionsOf(more)
    const { body } = await this.shop.call(
      'checkout',
      {
        cardNumber,
        products: basket.map(({ sku, quantity, unitPrice }) => ({ sku, amountPurchased: quantity, unitPrice })),
        returnBalanceMutations: true,
        ...options,
      },
      { location, terminal: location === 'WEB' ? 'WEB' : 'T1' },
    )
    this.lastCall = body.requestRef
    if (!body.success) return [`Refused: ${body.errorMessage} (error ${body.errorCode})`]
    this.sale = { ref: body.requestRef, basket, ...(cardNumber && { card: cardNumber }) }
    return [
      ...printReceipt(basket, body, Number(options.checkoutShippingTotal ?? 0)),
      ...(body.campaignOptions ?? []).map(
        ({ optionDisplayValue, selected }: { optionDisplayValue: string; selected: boolean }) =>
          `${selected ? 'Chosen' : 'To choose from'}: ${optionDisplayValue}`,
      ),
    ]
  }

  private optionsOf(more: string) {
    const options: Record<string, unknown> & { location: string } = { location: 'L1' }
    for (const clause of more.split(';').map((one) => one.trim())) {
      const [, key = '', value = ''] = /^(at|with|shipping|referred by|choosing|asked for) (.+)$/.exec(clause) ?? []
      if (key === 'at') options.location = this.locationOf(value)
      else if (key === 'with')
        options.coupons = value
          .split(', ')
          .map((one) => (one.endsWith("'s coupon") ? this.people.couponOf(one.slice(0, -9)) : one))
      else if (key === 'shipping') options.checkoutShippingTotal = value
      else if (key === 'referred by') options.referringCardNumber = this.people.cardOf(value)
      else if (key === 'choosing') options.campaignChoices = [{ optionId: value }]
      else if (key === 'asked for')
        options.customKeyValues = [{ key: value.split(': ')[0], value: value.split(': ')[1] }]
      else if (clause !== '') throw new Error(`nobody understands "${clause}"`)
    }
    return options
  }

  private locationOf(name: string): string {
    const { locations } = this.shop.file as { locations: readonly { id: string; name: string }[] }
    const found = locations.find((one) => one.name === name)
    if (!found) throw new Error(`there is no location ${name}`)
    return found.id
  }

  /** "2 Latte at 4.50, 1 Cinnamon bun at 3.00" */
  private basketOf(text: string): BasketLine[] {
    const { products } = this.shop.file as { products: readonly { sku: string; name: string }[] }
    return text.split(', ').map((line) => {
      const [, quantity = '', name = '', unitPrice = ''] = /^([\d.]+) (.+) at ([\d.]+)$/.exec(line.trim()) ?? []
      const product = products.find((one) => one.name === name)
      if (!product) throw new Error(`there is no product "${name}" in "${line}"`)
      return { sku: product.sku, name, quantity: Number(quantity), unitPrice }
    })
  }

  private async takeBack(text: string): Promise<readonly string[]> {
    const { ref, card } = this.lastSale()
    const products = this.basketOf(text).map(({ sku, quantity, unitPrice }) => ({
      sku,
      amountPurchased: quantity,
      unitPrice,
    }))
    const { requestRef } = await this.shop.must('returnMerchandise', {
      cardNumber: card,
      checkoutRequestRef: ref,
      returnedProducts: products,
    })
    this.lastCall = requestRef
    return []
  }

  private async void(): Promise<readonly string[]> {
    const { ref, card } = this.lastSale()
    await this.shop.must('voidTransaction', { cardNumber: card, requestRef: ref })
    return []
  }

  private lastSale() {
    if (!this.sale) throw new Error('nothing was sold yet')
    return this.sale
  }

  private async subscribe(name: string, list: string): Promise<readonly string[]> {
    const cardNumber = this.people.cardOf(name)
    await this.shop.must('updateAccount', {
      cardNumber,
      thirdPartyUpdates: [{ thirdParty: 'email', optIn: true, categories: [{ name: list, optIn: true }] }],
      skipOptInConfirmationEmails: true,
    })
    return []
  }

  /** E-mails that have arrived since they were last told of. */
  private async mails(): Promise<string[]> {
    await this.jobs.find(({ name }) => name === 'delivery')?.run(this.context)
    const fresh = this.mail.mails.slice(this.mailsTold)
    this.mailsTold = this.mail.mails.length
    return fresh.map(({ to, headers }) => `E-mail to ${to.join(', ')}: ${headers.subject ?? '(no subject)'}`)
  }
}
