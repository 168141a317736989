import type { SentPage } from '../../../ground/html/page.ts'
import { enterByPasskey, passkeyOptions } from '../passkeys/enter-by-passkey.ts'
import { addPasskey, newPasskey, removePasskey } from '../passkeys/own-passkeys.ts'
import { isTurnedAway } from '../refusal.ts'
import type { FormValues } from './page-request.ts'
import { type LetIn, type ScreenVisit, seeOther } from './screen-visit.ts'
import { plainPage } from './screens/data.ts'
import { addressPage } from './screens/entry.ts'

const answered = (options: object): SentPage => ({
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(options),
  headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
})

/** What the browser's passkey said, as its script has put it into the form. */
function passkeyIn(form: FormValues): object {
  try {
    const said: unknown = JSON.parse(form.long('response'))
    return typeof said === 'object' && said !== null && !Array.isArray(said) ? said : {}
  } catch {
    return {}
  }
}

/** Begins to get in by a passkey, or takes what it has signed. */
export async function enterByPasskeyOn(visit: ScreenVisit, form: FormValues): Promise<SentPage> {
  const { room } = visit
  if (form.has('start')) {
    const made = await visit.ask<{ options: object }>(passkeyOptions)
    return isTurnedAway(made) ? visit.refused(made) : answered(made.options)
  }
  const done = await visit.ask<LetIn>(enterByPasskey, { response: passkeyIn(form), remember: true })
  if (!isTurnedAway(done)) return visit.letIn(done, true)
  if (done.reason !== 'refused') return visit.refused(done)
  const fault = { text: room.words.say('wrongPasskey') }
  return addressPage(room, room.brand.document.senders.email ? 'email' : 'phone', { values: {}, fault })
}

/** Begins a new passkey, adds it, or removes one. */
export async function actOnPasskeys(visit: ScreenVisit, form: FormValues): Promise<SentPage> {
  const { room } = visit
  if (form.has('start')) {
    const made = await visit.ask<{ options: object }>(newPasskey)
    return isTurnedAway(made) ? visit.refused(made) : answered(made.options)
  }
  const done = form.has('remove')
    ? await visit.ask(removePasskey, { passkeyId: form.long('remove') })
    : await visit.ask(addPasskey, { response: passkeyIn(form) })
  if (!isTurnedAway(done)) return seeOther(`${room.base}/data?${visit.done.queryFor('saved')}`)
  return done.reason === 'refused' ? plainPage(room, room.words.say('notSaved'), 422) : visit.refused(done)
}
