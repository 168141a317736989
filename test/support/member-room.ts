import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type MailServer, openMailServer } from './mail-server.ts'
import { openShop, type ShopOptions, startTestService } from './shop.ts'
import { until } from './worker-room.ts'

interface MemberAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came back.
  readonly body: any
}

/** A subject as people read it: what is more than plain letters travels in disguise, and in pieces. */
const decoded = (subject: string) =>
  subject
    .replace(/\?=\s+(?==\?)/g, '?=')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString() : text.replaceAll('_', ' '),
    )

/** The newest code that went to an address, among what came after so many mails. */
async function newestCode({ mails }: MailServer, address: string, after: number): Promise<string> {
  const codes = () =>
    mails
      .filter((mail) => mail.to.includes(address))
      .slice(after)
      .flatMap(({ headers }) => /\d{6}/.exec(decoded(headers.subject ?? '')) ?? [])
  await until('a code is there', async () => codes().length > 0, 20)
  return codes().at(-1) ?? ''
}

interface MemberRoomOptions extends ShopOptions {
  /** Of the server. */
  readonly flags?: readonly string[]
}

/** A brand with pages for members and a mail server, and a browser that asks its interface. */
export async function openMemberRoom(t: TestContext, member: object = {}, options: MemberRoomOptions = {}) {
  const server = await openMailServer(t)
  const service = await startTestService(options.flags ?? [], false, undefined, { allowPrivateReceivers: true })
  t.after(() => service.stop())
  const senders = { email: { smtp: server.url, from: 'hello@harbor.example' } }
  const shop = await openShop({ ...options, service, more: { senders, member, ...options.more } })

  const ask = async (route: string, body: object = {}, token?: string, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...more }
    const url = `http://127.0.0.1:${shop.port}/member/${shop.id}/${route}`
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? {} : JSON.parse(text),
    } as MemberAnswer
  }

  const codeTo = (address: string, after = 0) => newestCode(server, address, after)

  /** Enters the newest code that went to an address, where it was asked for. */
  const enterCode = async (email: string, asked: string, after = 0) =>
    ask('enter', { email, asked, code: await codeTo(email, after) })

  const mailsTo = (email: string) => server.mails.filter((mail) => mail.to.includes(email)).length

  /** Somebody who is in, with the card of this address. */
  const enter = async (email: string): Promise<string> => {
    const before = mailsTo(email)
    const sent = await ask('sendCode', { email })
    assert.equal(sent.status, 200)
    const { status, body } = await enterCode(email, sent.body.asked, before)
    assert.equal(status, 200, JSON.stringify(body))
    return body.token
  }

  /** Joins with an address, and whatever else is written, up to the end. */
  const join = async (email: string, more: object = {}) => {
    const before = mailsTo(email)
    const sent = await ask('join', { fields: [{ name: 'email', value: email }], ...more })
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    return enterCode(email, sent.body.asked, before)
  }

  /** A card of somebody with this address. */
  const customer = async (email: string, firstName = 'Ana'): Promise<string> => {
    const { cardNumber } = await shop.must('allocate', { cardSetId: 'cards', customerUpdates: { email, firstName } })
    return cardNumber
  }

  return { shop, service, mails: server.mails, ask, codeTo, enter, enterCode, join, customer }
}
