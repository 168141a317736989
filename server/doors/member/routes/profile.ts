import { updateAccount } from '../../../calls/operations/account/update-account.ts'
import { emptyAccount } from '../../../domain/account/account.ts'
import { customerFields } from '../../../domain/brand/rules/customer-fields.ts'
import { list, model, text } from '../../../ground/contract/field.ts'
import { listAccounts } from '../../../storage/store/batch/account.sql.ts'
import { readerOf } from '../../portal-api/cards/parts/reading.ts'
import { joinFields } from '../enter/joining.ts'
import { perform } from '../perform.ts'
import { isTurnedAway, notIn, turnAway } from '../refusal.ts'
import { type OwnMemberVisit, ownRoute } from '../route.ts'
import { findOwnCard } from './card.ts'

const ownField = model('MemberField', 'Something that is known of the member.', {
  name: text('The field.').required().max(64),
  value: text('What is known. Empty: nothing.').required().max(254).personal(),
})

export const profile = ownRoute({
  name: 'profile',
  part: 'data',
  changes: false,
  summary: 'What is known of the member, by the fields that the brand asks for.',
  request: {},
  response: { fields: list('The fields.', ownField).required() },
  run: async (visit) => {
    const view = await findOwnCard(visit)
    if (!view) return notIn
    const [account = emptyAccount(view.card.id)] = await listAccounts(readerOf(visit), visit.brand.id, [view.card.id])
    const textOf = (name: string) =>
      String((isOfCustomer(name) ? account.customer[name] : account.demographics[name]?.[0]) ?? '')
    return { fields: joinFields(visit.pages).map(({ name }) => ({ name, value: textOf(name) })) }
  },
})

export const changeProfile = ownRoute({
  name: 'changeProfile',
  part: 'data',
  changes: true,
  summary: 'Change what is known of the member. The address that codes go to changes by newAddress.',
  request: { fields: list('What is to be changed.', ownField).required().max(40) },
  response: {},
  run: async (visit) => {
    const { fields } = visit.request
    const known = joinFields(visit.pages)
    const strange = fields.find(({ name }) => !known.some((one) => one.name === name))
    if (strange) return { ...turnAway('invalid', `${strange.name}: there is no such field`), field: strange.name }
    const contact = fields.find(({ name }) => contacts.has(name))
    if (contact)
      return { ...turnAway('invalid', `${contact.name}: change it by a code to the new address`), field: contact.name }
    const empty = known.find(
      ({ name, required }) => required && fields.some((one) => one.name === name && one.value.trim() === ''),
    )
    if (empty) return { ...turnAway('invalid', `${empty.name}: must be filled in`), field: empty.name }
    const done = await perform(updateAccount, toUpdates(visit), visit)
    return isTurnedAway(done) ? done : {}
  },
})

/** Whoever holds the session for a moment must not make it theirs for good. */
const contacts: ReadonlySet<string> = new Set(['email', 'mobilePhone', 'phone'])

function toUpdates({
  request,
  member,
}: OwnMemberVisit<{ readonly fields: readonly { name: string; value: string }[] }>) {
  const { cardNumber } = member
  const trimmed = request.fields.map(({ name, value }) => ({ name, value: value.trim() }))
  const primaryCustomer = Object.fromEntries(
    trimmed.filter(({ name }) => isOfCustomer(name)).map(({ name, value }) => [name, value === '' ? null : value]),
  )
  const brandDemographics = trimmed
    .filter(({ name }) => !isOfCustomer(name))
    .map(({ name, value }) => ({ fieldName: name, ...(value !== '' && { value }) }))
  return {
    cardNumber,
    ...(Object.keys(primaryCustomer).length > 0 && { primaryCustomer }),
    ...(brandDemographics.length > 0 && { brandDemographics }),
  }
}

const isOfCustomer = (name: string) => Object.hasOwn(customerFields, name)
