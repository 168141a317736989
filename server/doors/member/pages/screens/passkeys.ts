import { html, type Markup } from '../../../../ground/html/markup.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import type { PageRoom } from '../frame.ts'
import { browserName } from './browser-name.ts'

export interface ShownPasskey {
  readonly passkeyId: string
  readonly browser: string
  readonly madeAt: Instant
}

/** What its script needs, which shows it where the browser knows passkeys. */
const passkeyScript = ({ base }: Pick<PageRoom, 'base'>): Markup =>
  html`<script src="${base}/passkeys.js" defer></script>`

/** The passkeys of whoever is in by an address, and a button for another one. */
export function passkeySection({ words, base }: PageRoom, passkeys: readonly ShownPasskey[]): Markup {
  const { say } = words
  return html`<section class="sheet"><h2>${say('passkeys')}</h2><p class="quiet">${say('passkeysText')}</p>
${
  passkeys.length > 0 &&
  html`<ul class="list">${passkeys.map(
    ({ passkeyId, browser, madeAt }) =>
      html`<li>${browserName(browser)}<div class="quiet">${say('since', { date: words.time(madeAt) })}</div>
<form method="post" action="${base}/passkeys"><input type="hidden" name="remove" value="${passkeyId}"><button class="plain" aria-label="${say('removePasskey')}: ${browserName(browser)}, ${words.time(madeAt)}">${say('removePasskey')}</button></form></li>`,
  )}</ul>`
}
<form method="post" action="${base}/passkeys" data-passkey="add" hidden><input type="hidden" name="response"><p class="bad" role="alert" hidden>${say('notNow')}</p><button class="plain">${say('addPasskey')}</button></form>
</section>${passkeyScript({ base })}`
}

/** For somebody who is about to get in. */
export function passkeyEntry({ words, base }: PageRoom): Markup {
  const { say } = words
  return html`<form method="post" action="${base}/passkey" data-passkey="enter" hidden><input type="hidden" name="response"><p class="bad" role="alert" hidden>${say('notNow')}</p><button class="plain">${say('usePasskey')}</button></form>${passkeyScript({ base })}`
}
