import type { Instant } from '../kernel/time.ts'
import { awaitsConfirmation, type Channel, changeChannel } from './channel.ts'

/** The user says, by an answer or a link, that they want nothing any more. The same channel if that changes nothing. */
export function endConsent(channel: Channel, now: Instant): Channel {
  const isOut = !channel.isNew && !channel.globalOptIn && Object.keys(channel.lists).length === 0
  return isOut ? channel : changeChannel(channel, { globalOptIn: false }, now)
}

/** The user confirms what waits for it. Whoever opted out meanwhile is not opted in again. */
export function confirmConsent(channel: Channel, now: Instant): Channel {
  if (!awaitsConfirmation(channel)) return channel
  return changeChannel(channel, { globalOptIn: true, doubleOptInConfirmed: true }, now)
}

/** The user is back after an opt-out; saying so confirms it. Whoever is unknown never opted out. */
export function resumeConsent(channel: Channel, now: Instant): Channel {
  if (channel.isNew || channel.globalOptIn) return confirmConsent(channel, now)
  return confirmConsent(changeChannel(channel, { globalOptIn: true }, now), now)
}
