import { awaitsConfirmation, type Channel, changeChannel } from './channel.ts'
import type { ConsentSaid } from './consent-said.ts'

/** The user opts out, by a reply or a link. Returns the same channel if that changes nothing. */
export function endConsent(channel: Channel, said: ConsentSaid): Channel {
  const isOut = !channel.isNew && !channel.globalOptIn && Object.keys(channel.lists).length === 0
  return isOut ? channel : changeChannel(channel, { globalOptIn: false, said }, said.at)
}

/** The user opts out of one list. Users who have opted out of everything are on no list. */
export function endListConsent(channel: Channel, uuid: string, said: ConsentSaid): Channel {
  const isOut = channel.isNew || !channel.globalOptIn || channel.lists[uuid] === false
  return isOut ? channel : changeChannel(channel, { globalOptIn: true, lists: new Map([[uuid, false]]), said }, said.at)
}

/** The user confirms a pending opt-in. If they have opted out in the meantime, they are not opted in again. */
export function confirmConsent(channel: Channel, said: ConsentSaid): Channel {
  if (!awaitsConfirmation(channel)) return channel
  return changeChannel(channel, { globalOptIn: true, doubleOptInConfirmed: true, said }, said.at)
}

/** The user opts in again after an opt-out, which also confirms it. Unknown users never opted out. */
export function resumeConsent(channel: Channel, said: ConsentSaid): Channel {
  if (channel.isNew || channel.globalOptIn) return confirmConsent(channel, said)
  return confirmConsent(changeChannel(channel, { globalOptIn: true, said }, said.at), said)
}
