import type { Account } from '../../../../domain/account/account.ts'
import { changeLinks, confirmOptIns, endOptIn, withLinks } from '../../../../domain/account/third-party.ts'
import type { Channel } from '../../../../domain/channel/channel.ts'
import { confirmConsent, endConsent, resumeConsent } from '../../../../domain/channel/consent.ts'
import type { ConsentSaid } from '../../../../domain/channel/consent-said.ts'

/** What a customer's answer says about messages to their phone. */
export type Word = 'confirm' | 'resume' | 'end'

/** The words that carriers expect every sender to understand. */
const words: Readonly<Record<string, Word>> = {
  YES: 'confirm',
  Y: 'confirm',
  START: 'resume',
  UNSTOP: 'resume',
  STOP: 'end',
  STOPALL: 'end',
  UNSUBSCRIBE: 'end',
  OPTOUT: 'end',
  REVOKE: 'end',
  END: 'end',
  QUIT: 'end',
  CANCEL: 'end',
}

/**
 * Only a message that is nothing but the word counts: "I cannot stop laughing" is no opt-out. Besides the carriers' words,
 * `reply` is what the brand asks its customers to answer.
 */
export function findWord(message: string, replies: readonly string[]): Word | undefined {
  const word = message.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  if (replies.some((reply) => word === reply.toUpperCase())) return 'confirm'
  return Object.hasOwn(words, word) ? words[word] : undefined
}

/** The account after its customer sent the word; the same one if it changes nothing. */
export function applyWord(account: Account, word: Word): Account {
  switch (word) {
    case 'confirm':
      return confirmOptIns(account)
    case 'resume':
      return confirmOptIns(resume(account))
    case 'end':
      return endOptIn(account, 'phone')
  }
}

/** What the user of a number agreed to after they sent the word; the same if it changes nothing. */
export function applyWordToChannel(channel: Channel, word: Word, said: ConsentSaid): Channel {
  switch (word) {
    case 'confirm':
      return confirmConsent(channel, said)
    case 'resume':
      return resumeConsent(channel, said)
    case 'end':
      return endConsent(channel, said)
  }
}

/** Who opted out is back; who never opted in is not by this: they may have meant something else. */
function resume(account: Account): Account {
  const { links = [] } = account
  if (!links.some(({ thirdParty, optIn }) => thirdParty === 'phone' && optIn === false)) return account
  const changed = changeLinks(links, [{ thirdParty: 'phone', optIn: true }], [])
  return changed.kind === 'changed' ? withLinks(account, changed.links) : account
}
