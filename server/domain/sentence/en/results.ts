import { gap, numberIn, type Raw, rawIn, spoken, textIn } from '../../brand/facts/draft.ts'
import type { Teller } from '../../brand/facts/say.ts'
import type { Speech } from '../speech.ts'
import { amountWords } from './amounts.ts'
import { balance, given } from './balances.ts'
import { discountWords, offerWords, usesWords } from './discounts.ts'
import { counted, quoted, quotedIn } from './phrasing.ts'
import { expiryWords } from './times.ts'

const receivers: Readonly<Record<string, string>> = {
  referrer: ' for whoever referred them',
  root: ' for the main card',
  child: ' for the child card',
}

const toWords = (to: unknown) => receivers[textIn(to) ?? ''] ?? ''

/** Details in brackets, so that what is given stands out. */
function details(notes: readonly (string | undefined | false)[]): string {
  const said = notes.filter((note) => typeof note === 'string' && note !== '')
  return said.length === 0 ? '' : ` (${said.join(', ')})`
}

const shareOf = (valueType: Raw) => (valueType.balanceType === 'Currency' ? ' as credit' : undefined)

/** Values that are filled in later are gaps in the text. */
const messageText = (text: unknown): string =>
  quotedIn(typeof text === 'string' ? text.replace(/\{\{\{?[^{}]*\}?\}\}/g, gap) : undefined)

const channels: Readonly<Record<string, string>> = {
  direct: 'a message at the till',
  email: 'an e-mail',
  sms: 'a text message',
  push: 'a push message',
  webhook: 'a notice to another system',
}

function notifyWords(fields: Raw, t: Teller): string {
  const isOnReceipt = fields.receipt === true
  const message = isOnReceipt
    ? 'a message on the receipt'
    : (channels[textIn(fields.channel) ?? ''] ?? `a message by ${gap}`)
  const template = textIn(fields.template)
  const text = messageText(template === undefined ? fields.text : t.called('template', template))
  const { hours, days } = rawIn(fields.after)
  const later = [
    hours === undefined ? '' : ` ${counted(hours, 'hour', 'hours', t)} later`,
    days === undefined ? '' : ` ${counted(days, 'day', 'days', t)} later`,
  ].join('')
  const list = fields.list === undefined ? '' : ` to subscribers of ${quoted(t.called('list', fields.list))}`
  const to = fields.to === 'referrer' ? ' to whoever referred them' : ''
  return `${message}${to}${list}${later}: ${text}`
}

function convertWords({ from, to }: Raw, t: Teller): string {
  const [source, target] = [rawIn(from), rawIn(to)]
  const most = source.amount
  const bound =
    most === 'all' || most === undefined
      ? undefined
      : `at most ${amountWords(most, (amount) => balance(amount, source, t), { share: undefined, t })} at a time`
  const steps = `every ${balance(target.per, source, t)} become ${given(target.give, target, t)}`
  return `${steps}${details([expiryWords(target, t), bound])}`
}

export const results: Speech['results'] = {
  issue: (fields, t) => {
    const words = amountWords(fields.amount, (amount) => given(amount, fields, t), { share: shareOf(fields), t })
    const days = rawIn(fields.activeAfter).days
    const wait = days === undefined || numberIn(days) === 0 ? '' : `usable after ${counted(days, 'day', 'days', t)}`
    return `${words}${toWords(fields.to)}${details([wait, expiryWords(fields, t), fields.returnRelated === true && 'as a refund'])}`
  },
  redeem: (fields, t) =>
    `${amountWords(fields.amount, (amount) => balance(amount, fields, t), { share: shareOf(fields) && '', t })} ${numberIn(fields.amount) === 1 ? 'is' : 'are'} taken off the card`,
  discount: discountWords,
  convert: convertWords,
  allocateCoupon: (fields, t) => {
    const set = fields.set === undefined ? gap : quoted(t.called('couponSet', fields.set))
    const only = fields.onlyThisCard === true && 'not transferable'
    return `a ${set} coupon${toWords(fields.to)}${details([expiryWords(fields, t), only])}`
  },
  notify: notifyWords,
  logEvent: (fields, t) =>
    `the event ${fields.categoryId === undefined ? gap : quoted(t.called('eventType', fields.categoryId))} is recorded${fields.to === 'referrer' ? ' for whoever referred them' : ''}`,
  enroll: (fields, t) => `the customer joins ${t.called('program', fields.program)}`,
  setDemographic: (fields, t) => {
    const id = textIn(fields.name)
    const name = id === undefined ? gap : quoted(t.nameOf('demographicField', id) ?? spoken(id))
    return fields.value === null
      ? `the field ${name} is cleared`
      : `the field ${name} is set to ${quotedIn(fields.value)}`
  },
  personalOffer: (fields, t) => {
    const from = fields.activationDate === undefined ? '' : `from ${t.day(fields.activationDate)}`
    const until = expiryWords({ expiresAfter: fields.expiresAfter, expiresAt: fields.expirationDate }, t)
    return `a personal offer: ${offerWords(fields, t)}${details([from, until, usesWords(fields.maxUsageCount, t)])}`
  },
  block: (fields) => `the purchase is refused: ${messageText(fields.message)}`,
}
