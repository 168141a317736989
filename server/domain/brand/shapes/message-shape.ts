import { foundOf } from '../faults/found.ts'
import { idOf, integer, oneOf, text } from '../reading/scalars.ts'
import {
  checked,
  type FileShape,
  list,
  namedBefore,
  object,
  optional,
  orSameAs,
  required,
  type Shaped,
} from '../reading/shape.ts'
import { cardConditions } from '../rules/conditions.ts'
import { message } from '../rules/mustache.ts'
import { checkScriptValues } from '../rules/script-values.ts'
import { spoken } from './spoken-shape.ts'

export const templateShape = namedBefore(
  object({
    id: required(text({ max: 64 })),
    name: orSameAs(text(), 'id'),
    channel: required(oneOf('direct', 'email', 'sms', 'push', 'webhook')),
    subject: optional(spoken(message({ max: 500 }))),
    body: required(spoken(message({ max: 100_000 }))),
    html: optional(spoken(checked(message({ max: 500_000 }), checkScriptValues))),
  }),
  ({ id, channel }, at) => {
    if (typeof id === 'string') at.define('template', id, channel)
  },
)

export const segmentShape = object({
  id: required(idOf('segment')),
  name: orSameAs(text(), 'id'),
  description: optional(text({ max: 1000 })),
  where: required(cardConditions),
})

function address(example: string, ...protocols: readonly string[]): FileShape<string> {
  return checked(text({ max: 1000, example }), (value, at) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (!url || !protocols.includes(url.protocol) || url.hostname === '') {
      at.fault('notAddress', { example, found: foundOf(value) })
    }
  })
}

const from = checked(text({ max: 320, example: '"hello@harbor.example"' }), (value, at) => {
  if (!/^[^\s@<>]+@[^\s@<>]+$|^[^<>]+ <[^\s@<>]+@[^\s@<>]+>$/.test(value)) {
    at.fault('notEmail', { found: foundOf(value) })
  }
})

/** Used to sign what is posted. There is more than one while a secret is being replaced. */
const secrets = list(text({ min: 16, max: 200 }), { min: 1, max: 5 })

export const receiverFields = {
  url: required(address('"https://crm.example/hook"', 'http:', 'https:')),
  secrets: optional(secrets),
}
const receiver = object(receiverFields)

/** How many messages a customer should get in a day, and how many a faulty rule can send in an hour. */
const caps = object({
  perCardPerDay: optional(integer(1, 1000)),
  perBrandPerHour: optional(integer(1, 1_000_000)),
})

export const sendersShape = object({
  email: optional(
    object({ smtp: required(address('"smtp://mail.example:25"', 'smtp:', 'smtps:')), from: required(from) }),
  ),
  sms: optional(receiver),
  push: optional(receiver),
  webhook: optional(receiver),
  caps: optional(caps),
})
export type SenderSettings = Shaped<typeof sendersShape>
