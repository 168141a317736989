/** The extended status of RFC 3463, at the start of a reply or in brackets at its end, but not part of an IP address. */
const extendedStatus = /(?<![\w.])5\.(\d{1,3}\.\d{1,3})(?!\d|\.\d)/

/**
 * The address is wrong (5.1.x) or the mailbox is disabled (5.2.1). Not included: 5.1.7 and 5.1.8, which are about the
 * sender's address, and a full mailbox (5.2.2), which may be emptied.
 */
const ofRecipient = /^(1\.(?![78]$)|2\.1$)/

/** Servers without extended status use these for unknown recipients, but also for relaying and blocklists. */
const mayMeanUnknown = /^55[013]\b/

const saysUnknown =
  /\b(no such|unknown) (user|mailbox|recipient)\b|\b(user|mailbox|recipient)( <?\S+@\S+>?:?)? (is )?(unknown|not found|does not exist|doesn't exist)\b/i

/** A refusal of the sender may mention unknown users too, meaning the sender's own. */
const saysSender = /sender|relay|verif|authenti|block|spam|polic/i

/**
 * Whether a refusal at RCPT TO says that the address does not exist. The customer then gets no more mail, so refusals
 * that may be about the sending server or may pass are not counted.
 */
export function isUnknownRecipient(response: string): boolean {
  const [, status] = extendedStatus.exec(response) ?? []
  if (status !== undefined) return ofRecipient.test(status)
  return mayMeanUnknown.test(response) && saysUnknown.test(response) && !saysSender.test(response)
}
