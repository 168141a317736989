import type { LoginAnswer } from './answers.ts'
import { ask } from './ask.ts'

/** Asks the browser for a passkey, and the server whether it is right. */
export async function provePasskey(): Promise<LoginAnswer> {
  return ask('usePasskey', { response: await showPasskey() })
}

/** The same for somebody who is in already, and has to prove again who they are. */
export async function confirmByPasskey(): Promise<void> {
  await ask('confirm', { passkey: await showPasskey() })
}

async function showPasskey() {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { options } = await ask('passkeyOptions', {})
  return startAuthentication({ optionsJSON: options as never })
}

/** Makes a passkey on this device, and tells the server. */
export async function makePasskey(label: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { options } = await ask('newPasskeyOptions', {})
  const response = await startRegistration({ optionsJSON: options as never })
  await ask('addPasskey', { response, label })
}
