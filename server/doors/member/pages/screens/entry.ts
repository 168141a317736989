import type { MemberTextName } from '../../../../domain/brand/member/english.ts'
import { customerFields } from '../../../../domain/brand/rules/customer-fields.ts'
import { html, type Markup } from '../../../../ground/html/markup.ts'
import type { SentDocument } from '../../../../ground/html/page.ts'
import { type JoinField, joinCardSet, joinFields } from '../../enter/joining.ts'
import { framed, type PageRoom } from '../frame.ts'
import { passkeyEntry } from './passkeys.ts'

/** What was written into a form, and what is wrong with it. */
export interface Filled {
  readonly values: Readonly<Record<string, string>>
  readonly fault?: { readonly field?: string; readonly text: string }
}

export const nothingFilled: Filled = { values: {} }

/** `canSend`: whether codes can be sent to anybody. `from`: where they came from, for the figures. */
export function welcomePage(room: PageRoom, canSend: boolean, from?: string): SentDocument {
  const { brand, pages, words, base } = room
  const { say } = words
  const canJoin = canSend && pages.parts.includes('join') && joinCardSet(pages, brand) !== undefined
  return framed(room, {
    title: brand.name,
    forgets: true,
    content: html`<h1>${say('welcome')}</h1>
<p>${say('welcomeText')}</p>
${canJoin && html`<section class="sheet"><h2>${say('join')}</h2><p class="quiet">${say('joinText')}</p><a class="button" href="${base}/join${from && `?from=${from}`}">${say('join')}</a></section>`}
${canSend && html`<section class="sheet"><h2>${say('logIn')}</h2><p class="quiet">${say('logInText')}</p><a class="button ${canJoin && 'plain'}" href="${base}/in">${say('logIn')}</a></section>`}
${pages.parts.includes('giftCards') && html`<p><a href="${base}/gift">${say('checkGiftCard')}</a></p>`}`,
  })
}

export const fault = ({ fault: wrong }: Filled, field?: string): Markup | false =>
  wrong !== undefined && wrong.field === field && html`<p class="bad" role="alert">${wrong.text}</p>`

/** Names an address, to which a code is sent. */
export function addressPage(room: PageRoom, by: 'email' | 'phone', filled: Filled = nothingFilled): SentDocument {
  const { words, base, brand } = room
  const { say } = words
  const [label, name, type, mode] =
    by === 'email' ? [say('addressLabel'), 'email', 'email', 'email'] : [say('phoneLabel'), 'mobilePhone', 'tel', 'tel']
  const { email, sms } = brand.document.senders
  return framed(room, {
    title: say('logIn'),
    content: html`<h1>${say('logIn')}</h1>
<form class="sheet" method="post" action="${base}/in">
<p class="quiet">${say('logInText')}</p>
<label for="address">${label}</label>
<input id="address" name="${name}" type="${type}" inputmode="${mode}" autocomplete="${by === 'email' ? 'email' : 'tel'} webauthn" required maxlength="254" value="${filled.values[name] ?? ''}">
${fault(filled, name)}${fault(filled)}
<button>${say('sendCode')}</button>
</form>
${passkeyEntry(room)}
${email && sms && html`<p><a href="${base}/in?by=${by === 'email' ? 'phone' : 'email'}">${say(by === 'email' ? 'orByPhone' : 'orByEmail')}</a></p>`}
<p><a href="${base}">${say('back')}</a></p>`,
  })
}

interface CodeEntry {
  readonly name: 'email' | 'mobilePhone'
  readonly address: string
  /** What belongs to the code: it works only where it was asked for. */
  readonly asked: string
  readonly isJoining: boolean
}

export function codePage(
  room: PageRoom,
  { name, address, asked, isJoining }: CodeEntry,
  filled: Filled = nothingFilled,
): SentDocument {
  const { words, base } = room
  const { say } = words
  return framed(room, {
    title: say('codeLabel'),
    content: html`<h1>${say(isJoining ? 'join' : 'logIn')}</h1>
<form class="sheet" method="post" action="${base}/code">
<p>${say(isJoining ? 'joinCodeSent' : 'codeSent', { address })}</p>
<input type="hidden" name="${name}" value="${address}"><input type="hidden" name="asked" value="${asked}">
${isJoining && html`<input type="hidden" name="joining" value="1">`}
<label for="code">${say('codeLabel')}</label>
<input id="code" class="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="12" autofocus>
${fault(filled, 'code')}${fault(filled)}
<label class="check"><input type="checkbox" name="remember" value="1" checked> ${say('rememberMe')}</label>
<button>${say('enter')}</button>
</form>
<p><a href="${base}/${isJoining ? 'join' : 'in'}">${say('anotherCode')}</a></p>`,
  })
}

/** How browsers fill a field in by themselves, and which keys a phone shows. */
const helps: Readonly<Record<string, readonly [type: string, autocomplete: string]>> = {
  email: ['email', 'email'],
  mobilePhone: ['tel', 'tel'],
  phone: ['tel', 'tel'],
  firstName: ['text', 'given-name'],
  middleName: ['text', 'additional-name'],
  lastName: ['text', 'family-name'],
  birthday: ['date', 'bday'],
  anniversary: ['date', 'off'],
  address1: ['text', 'address-line1'],
  address2: ['text', 'address-line2'],
  city: ['text', 'address-level2'],
  state: ['text', 'address-level1'],
  postal: ['text', 'postal-code'],
  country: ['text', 'country'],
}

export function fieldInput({ words, brand }: PageRoom, { name, required }: JoinField, filled: Filled): Markup {
  const { say } = words
  const [type, autocomplete] = helps[name] ?? ['text', 'off']
  const label = Object.hasOwn(customerFields, name) ? say(name as MemberTextName) : ownLabel(name)
  const value = filled.values[name] ?? ''
  const head = html`<label for="f-${name}">${label}${!required && html` <span class="quiet">(${say('optional')})</span>`}</label>`
  if (name === 'gender')
    return html`${head}<select id="f-${name}" name="${name}"><option value="">${say('choose')}</option>${(
      ['F', 'M'] as const
    ).map(
      (one) => html`<option value="${one}"${value === one && html` selected`}>${say(`gender${one}`)}</option>`,
    )}</select>${fault(filled, name)}`
  const choices = choicesOf(brand, name, words.language)
  if (choices.length > 0)
    return html`${head}<select id="f-${name}" name="${name}"><option value="">${say('choose')}</option>${choices.map(
      ([one, text]) => html`<option value="${one}"${value === one && html` selected`}>${text}</option>`,
    )}</select>${fault(filled, name)}`
  return html`${head}<input id="f-${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="254"${required && html` required`} value="${value}">${fault(filled, name)}`
}

/** A field of the brand's own is called what the file calls it, in words. */
const ownLabel = (name: string) =>
  name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/^./, (first) => first.toUpperCase())

function choicesOf(brand: PageRoom['brand'], name: string, language: string): readonly (readonly [string, string])[] {
  const field = brand.document.demographicFields.find((one) => one.name === name)
  const labels = field?.labels ?? {}
  const [base = ''] = language.split('-')
  return Object.entries(labels[language] ?? labels[base] ?? Object.values(labels)[0] ?? {})
}

interface JoiningFrom {
  readonly place: { readonly id: string; readonly name: string } | undefined
  /** Where they came from, for the figures. */
  readonly from: string
}

export function joinPage(room: PageRoom, { place, from }: JoiningFrom, filled: Filled = nothingFilled): SentDocument {
  const { pages, words, base, brand } = room
  const { say } = words
  const { consents, lists, terms } = pages.join
  const offered = brand.document.subscriptionLists.filter(({ uuid }) => lists.includes(uuid))
  return framed(room, {
    title: say('join'),
    content: html`<h1>${say('join')}</h1>
<form class="sheet" method="post" action="${base}/join">
<p class="quiet">${say('joinText')}</p>
${place && html`<p>${say('joinHere', { place: place.name })}</p><input type="hidden" name=":place" value="${place.id}">`}
<input type="hidden" name=":from" value="${from}">
${joinFields(pages).map((field) => fieldInput(room, field, filled))}
${consents.map(
  ({ channel, text, required }) =>
    html`<label class="check"><input type="checkbox" name=":consent" value="${channel}"${required && html` required`}${filled.values[`:consent ${channel}`] && html` checked`}> <span>${text ?? say('consentText')}</span></label>`,
)}
${offered.map(({ uuid, name }) => html`<label class="check"><input type="checkbox" name=":list" value="${uuid}"> <span>${name}</span></label>`)}
${terms && html`<label class="check"><input type="checkbox" name=":terms" value="1" required> <span>${terms}</span></label>`}
${fault(filled, 'consents')}${fault(filled, 'agreesToTerms')}${fault(filled)}
<button>${say('join')}</button>
</form>
<p><a href="${base}">${say('back')}</a></p>`,
  })
}

/** Before a link that somebody may have sent opens a card. */
export function tokenPage(room: PageRoom, token: string, cardNumber: string): SentDocument {
  const { words, base } = room
  const { say } = words
  return framed(room, {
    title: say('home'),
    content: html`<h1>${say('openCard')}</h1>
<form class="sheet" method="post" action="${base}/token">
<p>${say('openCardText', { number: `…${cardNumber.slice(-4)}` })}</p>
<input type="hidden" name="token" value="${token}"><input type="hidden" name="sure" value="1">
<button>${say('enter')}</button>
</form>
<p><a href="${base}">${say('back')}</a></p>`,
  })
}
