import { html, type Markup } from '../../../../ground/html/markup.ts'
import type { SentDocument } from '../../../../ground/html/page.ts'
import type { Instant } from '../../../../ground/kernel/time.ts'
import { joinFields } from '../../enter/joining.ts'
import { framed, type PageRoom } from '../frame.ts'
import type { MemberAmount } from '../words.ts'
import { browserName } from './browser-name.ts'
import { type Filled, fieldInput } from './entry.ts'
import { passkeySection, type ShownPasskey } from './passkeys.ts'

interface ShownChannel {
  readonly channel: 'email' | 'phone'
  readonly address: string
  readonly isWanted: boolean
  readonly isAboutOwn: boolean
  readonly isUnconfirmed: boolean
  readonly lists: readonly { readonly id: string; readonly name: string; readonly isOn: boolean }[]
}

/** What the routes `profile`, `messages`, `logins`, `passkeys` and `erasure` return. */
export interface ShownData {
  readonly filled: Filled
  readonly channels: readonly ShownChannel[]
  readonly logins: readonly { readonly browser: string; readonly beganAt: Instant; readonly isThis: boolean }[]
  readonly passkeys: readonly ShownPasskey[]
  readonly dueAt?: Instant
  readonly balances: readonly MemberAmount[]
  readonly isUsable: boolean
  readonly isSaved: boolean
}

/** The address that codes go to is not changed by whoever holds the phone for a moment. */
const fixed: ReadonlySet<string> = new Set(['email', 'mobilePhone', 'phone'])

export function dataPage(room: PageRoom, data: ShownData): SentDocument {
  const { pages, words, base } = room
  const { say } = words
  const fields = joinFields(pages)
  return framed(room, {
    title: say('data'),
    screen: 'data',
    content: html`<h1>${say('data')}</h1>
${data.isSaved && html`<p class="note" role="status">${say('saved')}</p>`}
<form class="sheet" method="post" action="${base}/profile">
${fields.filter(({ name }) => fixed.has(name)).map(({ name }) => html`<p><strong>${say(name as 'email')}</strong><br>${data.filled.values[name] || '–'}${name !== 'phone' && data.channels.length > 0 && !room.isLooking && canReach(room, name) && html` <a href="${base}/address?of=${name}" aria-label="${say('changeAddress')}: ${say(name as 'email')}">${say('changeAddress')}</a>`}</p>`)}
${fields.filter(({ name }) => !fixed.has(name)).map((field) => fieldInput(room, field, data.filled))}
${data.filled.fault?.field === undefined && data.filled.fault && html`<p class="bad" role="alert">${data.filled.fault.text}</p>`}
<button>${say('save')}</button>
</form>
${data.channels.length > 0 && html`<h2>${say('messages')}</h2>`}
${data.channels.map((channel) => channelForm(room, channel))}
${data.channels.length > 0 && !room.isLooking && passkeySection(room, data.passkeys)}
${loginsSection(room, data)}
${data.isUsable && html`<section class="sheet"><h2>${say('lost')}</h2><p>${say('lostText')}</p><form method="post" action="${base}/lost"><button class="danger">${say('lostButton')}</button></form></section>`}
<section class="sheet"><form method="post" action="${base}/export"><button class="plain">${say('download')}</button></form></section>
${eraseSection(room, data)}
<form method="post" action="${base}/out"><button class="plain">${say('logOut')}</button></form>`,
  })
}

/** Whether a code can be sent there; in the demo it is in the log. */
function canReach({ brand }: PageRoom, name: string): boolean {
  const { email, sms } = brand.document.senders
  return (name === 'email' ? email : sms) !== undefined || (!email && !sms)
}

function channelForm({ words, base }: PageRoom, one: ShownChannel): Markup {
  const { say } = words
  const title = say(one.channel === 'email' ? 'byEmail' : 'byPhone', { address: one.address })
  return html`<form class="sheet" method="post" action="${base}/messages">
<h2>${title}</h2>
<input type="hidden" name="channel" value="${one.channel}"><input type="hidden" name="address" value="${one.address}">
<label class="check"><input type="checkbox" name="wanted" value="1"${one.isWanted && html` checked`}> <span>${say('wanted')}</span></label>
<label class="check"><input type="checkbox" name="own" value="1"${one.isAboutOwn && html` checked`}> <span>${say('aboutMine')}</span></label>
${one.lists.map(({ id, name, isOn }) => html`<label class="check"><input type="checkbox" name="list" value="${id}"${isOn && html` checked`}> <span>${name}</span></label>`)}
${one.isUnconfirmed && html`<p class="quiet">${say('unconfirmed')}</p>`}
<button class="plain">${say('save')}</button>
</form>`
}

function loginsSection({ words, base }: PageRoom, { logins }: ShownData): Markup | false {
  const { say } = words
  return (
    logins.length > 0 &&
    html`<section class="sheet"><h2>${say('devices')}</h2><ul class="list">${logins.map(
      ({ browser, beganAt, isThis }) =>
        html`<li>${browserName(browser)}<div class="quiet">${say('since', { date: words.date(beganAt) })}${isThis && html` · ${say('thisDevice')}`}</div></li>`,
    )}</ul>
${logins.length > 1 && html`<form method="post" action="${base}/others"><button class="plain">${say('endOthers')}</button></form>`}</section>`
  )
}

function eraseSection({ words, base }: PageRoom, { dueAt, balances }: ShownData): Markup {
  const { say } = words
  const what =
    balances
      .filter(({ amount }) => amount > 0)
      .map(words.amount)
      .join(', ') || '–'
  if (dueAt !== undefined)
    return html`<section class="sheet"><h2>${say('erase')}</h2><p>${say('erasePause', { date: words.date(dueAt) })}</p>
<form method="post" action="${base}/erase"><input type="hidden" name="undo" value="1"><button>${say('eraseUndo')}</button></form>
<form method="post" action="${base}/erase"><input type="hidden" name="atOnce" value="1"><button class="danger">${say('eraseAtOnce')}</button></form></section>`
  return html`<section class="sheet"><h2>${say('erase')}</h2><details><summary>${say('erase')}</summary><p>${say('eraseText', { what })}</p>
<form method="post" action="${base}/erase"><button class="danger">${say('eraseButton')}</button></form></details></section>`
}

/** For what ends, or does not work: one sentence and a way back. */
export function plainPage(room: PageRoom, text: string, status?: number, forgets = false): SentDocument {
  const { words, base, brand } = room
  return framed(room, {
    title: brand.name,
    forgets,
    ...(status !== undefined && { status }),
    content: html`<h1>${brand.name}</h1><p role="status">${text}</p><p><a class="button plain" href="${base}">${words.say('back')}</a></p>`,
  })
}
