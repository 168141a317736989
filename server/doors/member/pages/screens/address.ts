import { html } from '../../../../ground/html/markup.ts'
import type { SentDocument } from '../../../../ground/html/page.ts'
import { framed, type PageRoom } from '../frame.ts'

export type AddressField = 'email' | 'mobilePhone'

interface NewAddress {
  readonly field: AddressField
  readonly value?: string
  readonly fault?: string
}

const alert = (text: string | undefined) => text !== undefined && html`<p class="bad" role="alert">${text}</p>`

/** Asks for a new address or number. */
export function newAddressPage(room: PageRoom, { field, value = '', fault }: NewAddress): SentDocument {
  const { words, base } = room
  const { say } = words
  const [type, label] = field === 'email' ? ['email', say('addressLabel')] : ['tel', say('phoneLabel')]
  return framed(room, {
    title: say('newAddress'),
    screen: 'data',
    content: html`<h1>${say('newAddress')}</h1>
<form class="sheet" method="post" action="${base}/address">
<p class="quiet">${say('newAddressText')}</p>
<label for="address">${label}</label>
<input id="address" name="${field}" type="${type}" inputmode="${type}" autocomplete="${type}" required maxlength="254" value="${value}">
${alert(fault)}
<button>${say('sendCode')}</button>
</form>
<p><a href="${base}/data">${say('back')}</a></p>`,
  })
}

interface CodeEntry extends NewAddress {
  readonly value: string
  /** What belongs to the code: it works only where it was asked for. */
  readonly asked: string
}

export function confirmAddressPage(room: PageRoom, { field, value, asked, fault }: CodeEntry): SentDocument {
  const { words, base } = room
  const { say } = words
  return framed(room, {
    title: say('newAddress'),
    screen: 'data',
    content: html`<h1>${say('newAddress')}</h1>
<form class="sheet" method="post" action="${base}/address">
<p>${say('newAddressSent', { address: value })}</p>
<input type="hidden" name="${field}" value="${value}"><input type="hidden" name="asked" value="${asked}">
<label for="code">${say('codeLabel')}</label>
<input id="code" class="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="12" autofocus>
${alert(fault)}
<button>${say('save')}</button>
</form>
<p><a href="${base}/address?of=${field}">${say('anotherCode')}</a></p>`,
  })
}
