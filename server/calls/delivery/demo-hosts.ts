import type { Network } from './network.ts'
import { failed, type SendResult } from './send-result.ts'

/** The receivers of the demo brand have names that can never exist, and in the environment demo nobody looks for them. */
const domain = '.harbor-coffee.example'
const brokenHost = `broken${domain}`

/** Whether a mail server is one of these: what is sent by it goes nowhere. */
export const isDemoSender = (smtp: string): boolean => URL.parse(smtp)?.hostname.endsWith(domain) ?? false

/** All of them accept everything, but for one that always fails, so that there is something to see and to mend. */
export function answerForDemo(host: string): SendResult | undefined {
  if (!host.endsWith(domain)) return undefined
  return host === brokenHost ? failed('status 5xx') : { kind: 'sent' }
}

export function networkOf(environment: string, network: Network): Network {
  return environment === 'demo' ? { ...network, answers: answerForDemo } : network
}
