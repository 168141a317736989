import type { BrandFile } from '../brand/document.ts'
import { ruleOf, type TouchedPart } from './touched-parts.ts'

/** The parts of a file that have a secret written in them, or its digest, whether or not it is the one that is stored. */
export function givenSecrets({ locations, apiKeys, senders, webhooks }: BrandFile): readonly TouchedPart[] {
  const { email, sms, push, webhook } = senders
  const receivers = Object.entries({ sms, push, webhook }).filter(([, receiver]) => receiver?.secrets)
  const employing = locations.filter(({ employees }) => employees.some(({ password }) => password !== undefined))
  return [
    ...apiKeys.filter(({ secretSet }) => !secretSet).map(({ key }) => at('apiKeys', `apiKeys[${key}]`)),
    ...employing.map(({ id }) => at('locations.employees', `locations[${id}].employees`)),
    ...(email && new URL(email.smtp).password !== '' ? [at('senders.email')] : []),
    ...receivers.map(([name]) => at(`senders.${name}`)),
    ...webhooks.filter(({ secrets }) => secrets).map(({ id }) => at('webhooks', `webhooks[${id}]`)),
  ]
}

const at = (part: string, path = part): TouchedPart => ({ part, path, rule: ruleOf(part) })
