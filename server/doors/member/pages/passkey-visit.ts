import type { SentPage } from '../../../ground/html/page.ts'
import { passkeyOptions } from '../passkeys/enter-by-passkey.ts'
import { addPasskey, newPasskey, removePasskey } from '../passkeys/own-passkeys.ts'
import { isTurnedAway } from '../refusal.ts'
import type { FormValues } from './page-request.ts'
import { type ScreenVisit, seeOther } from './screen-visit.ts'
import { plainPage } from './screens/data.ts'

const answered = (options: object): SentPage => ({
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(options),
  headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
})

/** What the browser's passkey said, as its script has put it into the form. */
export function passkeyIn(form: FormValues): object {
  try {
    const said: unknown = JSON.parse(form.long('response'))
    return typeof said === 'object' && said !== null && !Array.isArray(said) ? said : {}
  } catch {
    return {}
  }
}

/** What a passkey is to sign that somebody gets in by. */
export async function startEntry(visit: ScreenVisit): Promise<SentPage> {
  const made = await visit.ask<{ options: object }>(passkeyOptions)
  return isTurnedAway(made) ? visit.refused(made) : answered(made.options)
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
  if (!isTurnedAway(done)) return seeOther(`${room.base}/data?saved=1`)
  return done.reason === 'refused' ? plainPage(room, room.words.say('notSaved'), 422) : visit.refused(done)
}
