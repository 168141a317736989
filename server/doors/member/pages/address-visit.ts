import type { SentDocument, SentPage } from '../../../ground/html/page.ts'
import { confirmAddress, newAddress } from '../address/new-address.ts'
import { isTurnedAway, type MemberRefusal } from '../refusal.ts'
import { profile } from '../routes/profile.ts'
import type { FormValues } from './page-request.ts'
import { type ScreenVisit, seeOther } from './screen-visit.ts'
import { type AddressField, confirmAddressPage, newAddressPage } from './screens/address.ts'

/** Whoever is not in is shown the way in. */
export async function showAddress(visit: ScreenVisit, of: string | null): Promise<SentDocument> {
  const own = await visit.ask(profile)
  if (isTurnedAway(own)) return visit.refused(own)
  return newAddressPage(visit.room, { field: of === 'mobilePhone' ? of : 'email' })
}

/** Sends a code to the new address, or takes the code. */
export async function actOnAddress(visit: ScreenVisit, form: FormValues): Promise<SentPage> {
  const field: AddressField = form.has('mobilePhone') ? 'mobilePhone' : 'email'
  const value = form.one(field).trim()
  if (form.has('code')) return confirm(visit, form, { field, value })
  const sent = await visit.ask<{ asked: string }>(newAddress, { [field]: value })
  if (!isTurnedAway(sent)) return confirmAddressPage(visit.room, { field, value, asked: sent.asked })
  const fault = faultOf(sent, visit)
  return fault === undefined ? visit.refused(sent) : newAddressPage(visit.room, { field, value, fault })
}

async function confirm(
  visit: ScreenVisit,
  form: FormValues,
  { field, value }: { readonly field: AddressField; readonly value: string },
): Promise<SentPage> {
  const asked = form.one('asked').slice(0, 100)
  const done = await visit.ask(confirmAddress, { [field]: value, asked, code: form.one('code').slice(0, 20) })
  if (!isTurnedAway(done)) return seeOther(`${visit.room.base}/data?${visit.done.queryFor('saved')}`)
  const { say } = visit.room.words
  if (done.field === 'taken') return newAddressPage(visit.room, { field, value, fault: say('addressTaken') })
  const fault = done.reason === 'refused' ? say('wrongCode') : faultOf(done, visit)
  return fault === undefined ? visit.refused(done) : confirmAddressPage(visit.room, { field, value, asked, fault })
}

/** In words that belong to the form; undefined: it has a page of its own. */
function faultOf({ reason }: MemberRefusal, { room }: ScreenVisit): string | undefined {
  const { say } = room.words
  if (reason === 'invalid') return say('notValid')
  if (reason === 'slowDown') return say('tooOften')
  return reason === 'refused' ? say('notSaved') : undefined
}
