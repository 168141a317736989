import type { Account } from '../account/account.ts'
import { changeLinks, confirmOptIns, type ThirdPartyLink, withLinks } from '../account/third-party.ts'

/** What a customer's answer says about messages to their phone. */
type Word = 'confirm' | 'resume' | 'end'

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

/** Only a message that is nothing but the word counts: "I cannot stop laughing" is no opt-out. */
export function findWord(message: string): Word | undefined {
  const word = message.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
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
      return end(account)
  }
}

const isPhone = ({ thirdParty }: ThirdPartyLink) => thirdParty === 'phone'
const phoneOf = ({ links = [] }: Account) => links.find(isPhone)

/** Who opted out is back; who never opted in is not by this: they may have meant something else. */
function resume(account: Account): Account {
  return phoneOf(account)?.optIn === false ? withPhone(account, true) : account
}

/** Kept although nothing was wanted before, so that nothing can be wanted by mistake later. */
function end(account: Account): Account {
  return phoneOf(account)?.optIn === false ? account : withPhone(account, false)
}

function withPhone(account: Account, optIn: boolean): Account {
  const changed = changeLinks(account.links ?? [], [{ thirdParty: 'phone', optIn }], [])
  return changed.kind === 'changed' ? withLinks(account, changed.links) : account
}
