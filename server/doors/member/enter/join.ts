import { customerFields } from '../../../domain/brand/rules/customer-fields.ts'
import { flag, id, list, model, oneOf, text, type Values } from '../../../ground/contract/field.ts'
import { memberSources } from '../../../storage/store/member/day.sql.ts'
import { isTurnedAway, type MemberRefusal, turnAway } from '../refusal.ts'
import { type MemberVisit, openRoute } from '../route.ts'
import { slowed } from '../run-route.ts'
import { type Joining, joinCardSet, joinFields, joiningOwner, joiningUse, toPlainText } from './joining.ts'
import { contactOf } from './one-time-code.ts'
import { askedField, deliverSoon } from './send-code.ts'

const filledIn = model('MemberFilledIn', 'A field that somebody filled in.', {
  name: text('The field.').required().max(64),
  value: text('What they wrote.').required().max(254),
})

const request = {
  fields: list('What they wrote, by the fields that the brand asks for.', filledIn).required().max(40).personal(),
  consents: list('The consents that they gave, by channel.', oneOf('A channel.', ['email', 'phone'])).max(10),
  lists: list('The subscription lists that they chose.', id('A list.')).max(20),
  agreesToTerms: flag('Whether they agree to the terms.').default(false),
  location: id('Where they are, from the QR code of the place.').max(64),
  from: oneOf('Where they came from, for the figures. Absent: your app.', memberSources),
}

export const join = openRoute({
  name: 'join',
  part: 'join',
  summary: 'Join: what somebody wrote is kept until they have entered the code that they are sent.',
  request,
  response: { asked: askedField },
  run: async (visit) => {
    const joining = readJoining(visit)
    if (isTurnedAway(joining)) return joining
    const { email, mobilePhone } = joining.customer
    const contact = contactOf(email ? { email } : { mobilePhone: mobilePhone ?? '' }, visit.brand, joining.locationId)
    if (isTurnedAway(contact)) return contact
    const sealed = visit.services.pins.sealerFor(joiningUse).seal(joiningOwner(visit.brand), toPlainText(joining))
    return slowed(visit.services.sends, visit.source) ?? deliverSoon(contact, visit, { joining: sealed })
  },
})

function readJoining({ request: given, pages, brand }: MemberVisit<Values<typeof request>>): Joining | MemberRefusal {
  if (joinCardSet(pages, brand) === undefined) return turnAway('notFound', 'Nobody can join here just now.')
  const asked = joinFields(pages)
  const values = new Map(given.fields.map(({ name, value }) => [name, value.trim()]))
  for (const name of values.keys())
    if (!asked.some((one) => one.name === name)) return ofField(name, 'there is no such field')
  for (const { name, required } of asked) if (required && !values.get(name)) return ofField(name, 'must be filled in')
  const filled = [...values].filter(([, value]) => value !== '')
  const isCustomer = (name: string) => Object.hasOwn(customerFields, name)
  const customer = Object.fromEntries(filled.filter(([name]) => isCustomer(name)))
  const own = Object.fromEntries(filled.filter(([name]) => !isCustomer(name)))
  if (!customer.email && !customer.mobilePhone)
    return ofField(asked.some(({ name }) => name === 'email') ? 'email' : 'mobilePhone', 'must be filled in')
  // What they have not proved by a code may be somebody else's.
  for (const name of customer.email ? ['mobilePhone', 'phone'] : ['phone']) delete customer[name]
  const { consents, lists, terms } = pages.join
  if (terms !== undefined && !given.agreesToTerms) return ofField('agreesToTerms', 'must be agreed to')
  const said = new Set(given.consents ?? [])
  const missing = consents.find((one) => one.required && !said.has(one.channel))
  if (missing) return ofField('consents', 'must be agreed to')
  const agreed = consents.filter(({ channel }) => said.has(channel))
  const strange = (given.lists ?? []).find((one) => !lists.includes(one))
  if (strange !== undefined) return ofField('lists', 'there is no such list')
  const locationId = brand.locations.has(given.location ?? '') ? (given.location ?? '') : ''
  return {
    customer,
    own,
    consents: agreed.map(({ channel, text: words = '', version }) => ({
      channel,
      text: version === undefined ? words : `${words} (${version})`,
    })),
    lists: given.lists ?? [],
    locationId,
    source: locationId === '' ? (given.from ?? 'app') : 'qr',
  }
}

const ofField = (field: string, text: string): MemberRefusal => ({ ...turnAway('invalid', `${field}: ${text}`), field })
