import { meantOf } from '../faults/advice.ts'
import { foundOf } from '../faults/found.ts'
import { type MemberTextName, memberTextNames } from '../member/english.ts'
import { memberParts } from '../member/member-parts.ts'
import { variablesOf } from '../member/member-texts.ts'
import type { Place } from '../reading/place.ts'
import { flag, oneOf, reference, text, textLike } from '../reading/scalars.ts'
import {
  checked,
  distinct,
  type FileShape,
  isObject,
  list,
  object,
  optional,
  or,
  record,
  required,
  type Shaped,
  shaped,
} from '../reading/shape.ts'
import { customerFields } from '../rules/customer-fields.ts'
import { color, image } from './pass-shape.ts'
import { rewardsOf } from './rewards-shape.ts'
import { language } from './spoken-shape.ts'

const colors = object(
  { primary: or(color, '#0b5c4a'), background: optional(color), text: optional(color) },
  '{ primary: "#0b5c4a" }',
)

/** An object, or the one word of it that has to be said: `email` for `{ name: email }`. */
function wordOr<T>(word: FileShape<string>, key: string, whole: FileShape<T>): FileShape<T> {
  return shaped<T>({ schema: { anyOf: [word.schema, whole.schema] }, example: word.example }, (value, at) => {
    if (isObject(value)) return whole(value, at)
    const said = word(value, at)
    return said === undefined ? undefined : whole({ [key]: said }, at)
  })
}

/** Something that somebody agrees to who joins: to be written to by e-mail or phone. */
const consentChannel = oneOf('email', 'phone')

const consent = object(
  {
    channel: required(consentChannel),
    text: optional(text({ max: 2000, multiline: true, example: 'Write to me about news and offers.' })),
    version: optional(text({ max: 40, example: '"2026-03"' })),
    required: or(flag, false),
  },
  '{ channel: email, text: Write to me about news and offers. }',
)

const fieldName = text({ max: 64, example: 'firstName' })

const joinField = object({ name: required(fieldName), required: or(flag, false) }, '{ name: email, required: true }')

const join = object(
  {
    program: optional(reference('program')),
    cardSet: optional(reference('cardSet')),
    fields: optional(list(wordOr(fieldName, 'name', joinField), { max: 30, named: false })),
    consents: or(list(wordOr(consentChannel, 'channel', consent), { max: 10, named: false }), []),
    lists: or(distinct(reference('list'), { max: 20 }), []),
    terms: optional(text({ max: 2000, multiline: true, example: 'I agree to the terms.' })),
  },
  '{ program: rewards, fields: [{ name: email, required: true }] }',
)

/** Where pages are that may show it or ask for it. */
const origin = textLike(/^https:\/\/[a-z0-9.-]+(:\d{1,5})?$|^http:\/\/localhost(:\d{1,5})?$/, 'origin', {
  max: 255,
  example: 'https://shop.example',
})

const host = textLike(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/, 'host', {
  max: 253,
  example: 'card.shop.example',
})

const httpsForm = textLike(/^https:\/\/[^\s"<>\\]+$/, 'httpsAddress', {
  max: 500,
  example: 'https://shop.example/privacy',
})
const httpsUrl = checked(httpsForm, (value, at) => {
  if (!URL.canParse(value))
    at.fault('notOfForm', { form: 'httpsAddress', found: foundOf(value), example: httpsForm.example })
})

/** A picture in the file itself, or the address of one: then the browsers of members ask that place for it. */
const logo = shaped<string>(
  { schema: { anyOf: [image.schema, httpsUrl.schema] }, example: image.example },
  (value, at) => (typeof value === 'string' && value.startsWith('https:') ? httpsUrl(value, at) : image(value, at)),
)

const tag = /\{\{\s*([^{}]*?)\s*\}\}/g

/** A text may name what is filled in where it stands, and nothing else. */
const texts = checked(
  record<string>(oneOf(...memberTextNames), text({ max: 1000, multiline: true }), '{ welcomeText: Collect beans. }'),
  (given, at) => {
    for (const [name, value] of Object.entries(given)) {
      const variables = variablesOf(name as MemberTextName)
      const possible = variables.map((one) => `{{ ${one} }}`)
      if (/\{\{|\}\}/.test(value.replace(tag, ''))) at.faultAt(name, 'tagUnpaired')
      for (const [, found = ''] of value.matchAll(tag)) {
        if (variables.includes(found)) continue
        at.faultAt(name, 'unknownVariable', { name: found, possible, advice: meantOf(found, variables) })
      }
    }
  },
)

/** The pages that a merchant's customers see, and what is behind them. */
export const memberShape = object(
  {
    enabled: or(flag, true),
    languages: optional(distinct(language, { max: 16 })),
    colors: or(colors, { primary: '#0b5c4a' }),
    logo: optional(logo),
    catalogue: optional(rewardsOf(logo)),
    parts: or(distinct(oneOf(...memberParts)), memberParts),
    join: or(join, { consents: [], lists: [] }),
    origins: or(distinct(origin, { max: 20 }), []),
    domain: optional(host),
    privacyUrl: optional(httpsUrl),
    texts: or(record(language, texts), {}),
  },
  '{ colors: { primary: "#0b5c4a" }, join: { program: rewards } }',
)

export type MemberPages = Shaped<typeof memberShape>

interface WithMember {
  readonly member?: MemberPages
  readonly demographicFields: readonly { readonly name: string }[]
  readonly programs: readonly { readonly id: string; readonly cardSets: readonly { readonly id: string }[] }[]
}

/** Somebody who joins is asked for fields that there are, and gets a card of the program. */
export function checkMember({ member, demographicFields, programs }: WithMember, at: Place): void {
  const known = [...Object.keys(customerFields), ...demographicFields.map(({ name }) => name)]
  for (const [index, { name }] of (member?.join.fields ?? []).entries())
    if (!known.includes(name))
      at.faultAt(`member.join.fields[${index}].name`, 'noSuchField', { name, advice: meantOf(name, known) })
  const channels = (member?.join.consents ?? []).map(({ channel }) => channel)
  for (const [index, channel] of channels.entries())
    if (channels.indexOf(channel) < index)
      at.faultAt(`member.join.consents[${index}]`, 'listedTwice', { name: channel })
  const { program, cardSet } = member?.join ?? {}
  const owner = programs.find(({ cardSets }) => cardSets.some(({ id }) => id === cardSet))
  if (cardSet !== undefined && program !== undefined && owner && owner.id !== program)
    at.faultAt('member.join.cardSet', 'setOfOther', { set: cardSet, program: owner.id })
}
