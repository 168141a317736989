import { gap, numberIn, type Raw, rawIn, spoken, spokenIn, textIn } from '../../brand/facts/draft.ts'
import type { ResultName } from '../../brand/rules/results.ts'
import { amountWords } from './amounts.ts'
import { balance, given } from './balances.ts'
import { counted, named } from './counts.ts'
import { expiryWords } from './dates.ts'
import { benefitWords, discountWords, offerWords, productsNamed, usesWords } from './discounts.ts'
import type { Voice } from './voice.ts'

/** Details in brackets, so that what is given stands out. */
function details(notes: readonly (string | undefined | false)[]): string {
  const said = notes.filter((note) => typeof note === 'string' && note !== '')
  return said.length === 0 ? '' : ` (${said.join(', ')})`
}

const toWords = (to: unknown, { words }: Voice) => named(words.results.receivers, to) ?? ''

const isMoney = (valueType: Raw) => valueType.balanceType === 'Currency'

/** Values that are filled in later are gaps in the text. */
const messageText = (written: unknown, { words, language }: Voice): string => {
  const text = spokenIn(written, [language])
  return words.lists.quotedIn(typeof text === 'string' ? text.replace(/\{\{\{?[^{}]*\}?\}\}/g, gap) : undefined)
}

const quotedName = (noun: 'couponSet' | 'eventType', id: unknown, { words, called }: Voice) =>
  id === undefined ? gap : words.lists.quoted(called(noun, id))

function notifyWords(fields: Raw, voice: Voice): string {
  const { results: p, lists } = voice.words
  const message = fields.receipt === true ? p.onReceipt : (named(p.channels, fields.channel) ?? p.unknownChannel)
  const template = textIn(fields.template)
  const text = messageText(template === undefined ? fields.text : voice.called('template', template), voice)
  const { hours, days } = rawIn(fields.after)
  const later = [
    hours === undefined ? '' : p.later(counted(hours, p.hours, voice)),
    days === undefined ? '' : p.later(counted(days, p.days, voice)),
  ].join('')
  const list = fields.list === undefined ? '' : p.toSubscribers(lists.quoted(voice.called('list', fields.list)))
  const to = fields.to === 'referrer' ? p.toReferrer : ''
  return `${message}${to}${list}${later}: ${text}`
}

function issueWords(fields: Raw, voice: Voice): string {
  const p = voice.words.results
  const afterShare = isMoney(fields) ? p.asCredit : undefined
  const words = amountWords(fields.amount, { said: (amount) => given(amount, fields, voice), afterShare }, voice)
  const days = rawIn(fields.activeAfter).days
  const isAtOnce = days === undefined || numberIn(days) === 0
  const wait = isAtOnce ? '' : p.usableAfter(voice.number(days), numberIn(days) === 1)
  const refund = fields.returnRelated === true && p.asRefund
  return `${words}${toWords(fields.to, voice)}${details([wait, expiryWords(fields, voice), refund])}`
}

function redeemWords(fields: Raw, voice: Voice): string {
  const afterShare = isMoney(fields) ? '' : undefined
  const words = amountWords(fields.amount, { said: (amount) => balance(amount, fields, voice), afterShare }, voice)
  return voice.words.results.taken(words, numberIn(fields.amount) === 1)
}

function convertWords({ from, to }: Raw, voice: Voice): string {
  const p = voice.words.results
  const [source, target] = [rawIn(from), rawIn(to)]
  const most = source.amount
  const bound =
    most === 'all' || most === undefined
      ? undefined
      : p.atMostAtATime(amountWords(most, { said: (amount) => balance(amount, source, voice) }, voice))
  const steps = p.become(balance(target.per, source, voice), given(target.give, target, voice))
  return `${steps}${details([expiryWords(target, voice), bound])}`
}

function couponWords(fields: Raw, voice: Voice): string {
  const p = voice.words.results
  const only = fields.onlyThisCard === true && p.notTransferable
  const coupon = p.coupon(quotedName('couponSet', fields.set, voice))
  return `${coupon}${toWords(fields.to, voice)}${details([expiryWords(fields, voice), only])}`
}

function fieldWords({ name: id, value }: Raw, { words, nameOf }: Voice): string {
  const { cleared, set } = words.results
  const { quoted, quotedIn } = words.lists
  const text = textIn(id)
  const name = text === undefined ? gap : quoted(nameOf('demographicField', text) ?? spoken(text))
  return value === null ? cleared(name) : set(name, quotedIn(value))
}

function personalOfferWords(fields: Raw, voice: Voice): string {
  const p = voice.words.results
  const from = fields.activationDate === undefined ? '' : p.from(voice.day(fields.activationDate))
  const until = expiryWords({ expiresAfter: fields.expiresAfter, expiresAt: fields.expirationDate }, voice)
  return `${p.offer(offerWords(fields, voice))}${details([from, until, usesWords(fields.maxUsageCount, voice)])}`
}

/** `1 Mug free, added to the purchase`. */
function addedWords({ sku, units = 1, unitPrice = 0, regularPrice, choose }: Raw, voice: Voice): string {
  const { of } = rawIn(choose)
  const skus = [...new Set([sku, ...(Array.isArray(of) ? of : [])].filter((one) => one !== undefined))]
  const what = skus.length === 0 ? gap : productsNamed(skus, voice).count(voice.number(units))
  const benefit = benefitWords({ unitPrice }, what, numberIn(units) === 1, voice)
  const regular = regularPrice === undefined ? undefined : voice.money(regularPrice)
  return voice.words.results.addedProduct(benefit, choose !== undefined, regular)
}

/** Each result of the rule language in words. */
export const results: Readonly<Record<ResultName, (fields: Raw, voice: Voice) => string>> = {
  issue: issueWords,
  redeem: redeemWords,
  discount: discountWords,
  convert: convertWords,
  addProduct: addedWords,
  allocateCoupon: couponWords,
  notify: notifyWords,
  logEvent: ({ categoryId, to }, voice) =>
    voice.words.results.recorded(quotedName('eventType', categoryId, voice), to === 'referrer'),
  enroll: ({ program }, { words, called }) => words.results.joins(called('program', program)),
  setDemographic: fieldWords,
  personalOffer: personalOfferWords,
  block: ({ message }, voice) => voice.words.results.refused(messageText(message, voice)),
}
