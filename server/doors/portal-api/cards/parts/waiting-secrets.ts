import type { Tells } from '../../../../ground/contract/field.ts'
import { findWithheld, type Withheld } from '../../../../ground/contract/withheld.ts'
import type { Language } from '../../../../ground/kernel/language.ts'
import type { PreparedCall } from '../../prepare-call.ts'
import { type PortalRefusal, turnDown } from '../../refusal.ts'

const secrets: Withheld = new Set<Tells>(['secret'])

/**
 * What waits for a second person is kept as text, and shown to whoever decides: a pin in it would be neither a proof that its
 * owner is there when it is carried out, nor a secret any more.
 */
export function findWaitingPin({ operation, request }: PreparedCall, language: Language): PortalRefusal | undefined {
  const field = findWithheld(operation.request, request, secrets)
  return field === undefined ? undefined : { ...turnDown('invalid', `${field}: ${words[language].pin}`), field }
}

/** The same for a change of the brand, whose entries are of any form. */
export function findWaitingSecret(edits: unknown, language: Language): PortalRefusal | undefined {
  return hasSecret(edits) ? turnDown('invalid', words[language].secret) : undefined
}

const secretKeys: readonly string[] = ['password', 'secret', 'secrets', 'pin']

function hasSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, one]) => secretKeys.includes(key) || (key === 'smtp' && hasPassword(one)) || hasSecret(one),
  )
}

const hasPassword = (address: unknown) => URL.canParse(String(address)) && new URL(String(address)).password !== ''

const words: { readonly [Of in Language]: { readonly pin: string; readonly secret: string } } = {
  en: {
    pin: 'a pin cannot wait for somebody. Leave it out: whoever approves vouches for it.',
    secret: 'A secret or pin cannot wait for somebody. Leave it out, and set it afterwards.',
  },
  de: {
    pin: 'Eine PIN kann nicht auf jemanden warten. Lassen Sie sie weg: Wer freigibt, steht dafür ein.',
    secret: 'Ein Geheimnis oder eine PIN kann nicht auf jemanden warten. Lassen Sie es weg und setzen Sie es danach.',
  },
}
