import { gap, numberIn, type Raw, rawIn, spoken, textIn } from '../../brand/facts/draft.ts'
import type { Teller } from '../../brand/facts/say.ts'
import type { Speech } from '../speech.ts'
import { amountWords } from './amounts.ts'
import { balance, given } from './balances.ts'
import { discountWords, offerWords, usesWords } from './discounts.ts'
import { counted, quoted, quotedIn } from './phrasing.ts'
import { expiryWords } from './times.ts'

const receivers: Readonly<Record<string, string>> = {
  referrer: ' für den werbenden Kunden',
  root: ' für die Hauptkarte',
  child: ' für die Kinderkarte',
}

const toWords = (to: unknown) => receivers[textIn(to) ?? ''] ?? ''

/** Details in brackets, so that what is given stands out. */
function details(notes: readonly (string | undefined | false)[]): string {
  const said = notes.filter((note) => typeof note === 'string' && note !== '')
  return said.length === 0 ? '' : ` (${said.join(', ')})`
}

const shareOf = (valueType: Raw) => (valueType.balanceType === 'Currency' ? ' als Guthaben' : undefined)

/** Values that are filled in later are gaps in the text. */
const messageText = (text: unknown): string =>
  quotedIn(typeof text === 'string' ? text.replace(/\{\{\{?[^{}]*\}?\}\}/g, gap) : undefined)

const channels: Readonly<Record<string, string>> = {
  direct: 'eine Meldung an der Kasse',
  email: 'eine E-Mail',
  sms: 'eine SMS',
  push: 'eine Push-Nachricht',
  webhook: 'eine Nachricht an ein anderes System',
}

function notifyWords(fields: Raw, t: Teller): string {
  const isOnReceipt = fields.receipt === true
  const channel = channels[textIn(fields.channel) ?? ''] ?? `eine Nachricht per ${gap}`
  const template = textIn(fields.template)
  const text = messageText(template === undefined ? fields.text : t.called('template', template))
  const { hours, days } = rawIn(fields.after)
  const later = [
    hours === undefined ? '' : ` ${counted(hours, 'Stunde', 'Stunden', t)} später`,
    days === undefined ? '' : ` ${counted(days, 'Tag', 'Tage', t)} später`,
  ].join('')
  const list = fields.list === undefined ? '' : ` an Abonnenten von ${quoted(t.called('list', fields.list))}`
  const to = fields.to === 'referrer' ? ' an den werbenden Kunden' : ''
  return `${isOnReceipt ? 'ein Hinweis auf dem Beleg' : channel}${to}${list}${later}: ${text}`
}

function convertWords({ from, to }: Raw, t: Teller): string {
  const [source, target] = [rawIn(from), rawIn(to)]
  const most = source.amount
  const bound =
    most === 'all' || most === undefined
      ? undefined
      : `höchstens ${amountWords(most, (amount) => balance(amount, source, t), { share: undefined, t })} auf einmal`
  const steps = `je ${balance(target.per, source, t)} werden zu ${given(target.give, target, t)}`
  return `${steps}${details([expiryWords(target, t), bound])}`
}

export const results: Speech['results'] = {
  issue: (fields, t) => {
    const words = amountWords(fields.amount, (amount) => given(amount, fields, t), { share: shareOf(fields), t })
    const days = rawIn(fields.activeAfter).days
    const wait = days === undefined || numberIn(days) === 0 ? '' : `nutzbar nach ${counted(days, 'Tag', 'Tagen', t)}`
    const refund = fields.returnRelated === true && 'als Erstattung'
    return `${words}${toWords(fields.to)}${details([wait, expiryWords(fields, t), refund])}`
  },
  redeem: (fields, t) =>
    `${amountWords(fields.amount, (amount) => balance(amount, fields, t), { share: shareOf(fields) && '', t })} ${numberIn(fields.amount) === 1 ? 'wird' : 'werden'} von der Karte abgezogen`,
  discount: discountWords,
  convert: convertWords,
  allocateCoupon: (fields, t) => {
    const set = fields.set === undefined ? gap : quoted(t.called('couponSet', fields.set))
    const only = fields.onlyThisCard === true && 'nicht übertragbar'
    return `ein Coupon ${set}${toWords(fields.to)}${details([expiryWords(fields, t), only])}`
  },
  notify: notifyWords,
  logEvent: (fields, t) => {
    const event = fields.categoryId === undefined ? gap : quoted(t.called('eventType', fields.categoryId))
    return `das Ereignis ${event} wird${fields.to === 'referrer' ? ' beim werbenden Kunden' : ''} festgehalten`
  },
  enroll: (fields, t) => `der Kunde wird Mitglied bei ${t.called('program', fields.program)}`,
  setDemographic: (fields, t) => {
    const id = textIn(fields.name)
    const name = id === undefined ? gap : quoted(t.nameOf('demographicField', id) ?? spoken(id))
    return fields.value === null
      ? `das Feld ${name} wird geleert`
      : `das Feld ${name} wird auf ${quotedIn(fields.value)} gesetzt`
  },
  personalOffer: (fields, t) => {
    const from = fields.activationDate === undefined ? '' : `ab ${t.day(fields.activationDate)}`
    const until = expiryWords({ expiresAfter: fields.expiresAfter, expiresAt: fields.expirationDate }, t)
    return `ein persönliches Angebot: ${offerWords(fields, t)}${details([from, until, usesWords(fields.maxUsageCount, t)])}`
  },
  block: (fields) => `der Kauf wird abgelehnt: ${messageText(fields.message)}`,
}
