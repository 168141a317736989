import { json, model } from '../../../ground/contract/field.ts'
import { turnAway } from '../refusal.ts'

const passkeyJson = model('MemberPasskeyJson', 'What the browser and its passkey say to each other (WebAuthn).', {})

export const passkeyField = (about: string) => json(about, passkeyJson)

/** The same for one that is unknown, was removed, is of somebody who has left, or did not sign this. */
export const wrongPasskey = turnAway('refused', 'This passkey does not work here. Get in with a code.')

/** What a challenge that is signed by a browser says, unread. */
export function challengeOf(response: unknown): string {
  const { response: inner } = (response ?? {}) as { readonly response?: { readonly clientDataJSON?: unknown } }
  const { clientDataJSON } = inner ?? {}
  if (typeof clientDataJSON !== 'string' || clientDataJSON.length > 4000) return ''
  try {
    const said: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    const { challenge } = (said ?? {}) as { readonly challenge?: unknown }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}
