import type { LoggedIn } from '../../ask/answers.ts'
import { ask } from '../../ask/ask.ts'

/** Asks the browser for a passkey, and the server whether it is right. */
export async function provePasskey(): Promise<LoggedIn> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { options } = await ask('passkeyOptions', {})
  const response = await startAuthentication({ optionsJSON: options as never })
  return ask('usePasskey', { response })
}

/** Makes a passkey on this device, and tells the server. */
export async function makePasskey(label: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { options } = await ask('newPasskeyOptions', {})
  const response = await startRegistration({ optionsJSON: options as never })
  await ask('addPasskey', { response, label })
}
