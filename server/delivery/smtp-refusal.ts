/** The extended status of RFC 3463, at the beginning of an answer or in brackets at its end; parts of an IP address are none. */
const extendedStatus = /(?<![\w.])5\.(\d{1,3}\.\d{1,3})(?!\d|\.\d)/

/**
 * An address that is wrong (5.1.x) or a mailbox that is disabled (5.2.1). 5.1.7 and 5.1.8 are about the sender's
 * address; a mailbox that is full (5.2.2) may be emptied.
 */
const ofRecipient = /^(1\.(?![78]$)|2\.1$)/

/** Servers without extended status use these for unknown recipients, but for relaying and blocklists as well. */
const mayMeanUnknown = /^55[013]\b/

const saysUnknown =
  /\b(no such|unknown) (user|mailbox|recipient)\b|\b(user|mailbox|recipient)( <?\S+@\S+>?:?)? (is )?(unknown|not found|does not exist|doesn't exist)\b/i

/** Where whoever sends is refused, the text may speak of unknown users as well: of the sender's. */
const saysSender = /sender|relay|verif|authenti|block|spam|polic/i

/**
 * Whether a refusal at RCPT TO says that nobody has the address. It takes a customer's mail away for good, so what may be
 * about the sending server or about this moment is not counted.
 */
export function isUnknownRecipient(response: string): boolean {
  const [, status] = extendedStatus.exec(response) ?? []
  if (status !== undefined) return ofRecipient.test(status)
  return mayMeanUnknown.test(response) && saysUnknown.test(response) && !saysSender.test(response)
}
