import type { CardStatus } from '../../../../ground/kernel/card-status.ts'
import { callsInGerman } from '../../../brand/facts/request.ts'
import type { weekdays } from '../../../brand/rules/weekdays.ts'

/** As answers to the question when. */
export const weekdayWords: Readonly<Record<(typeof weekdays)[number], string>> = {
  mon: 'montags',
  tue: 'dienstags',
  wed: 'mittwochs',
  thu: 'donnerstags',
  fri: 'freitags',
  sat: 'samstags',
  sun: 'sonntags',
}

const statuses: Readonly<Record<CardStatus, string>> = {
  Lost: 'verloren',
  Activated: 'aktiv',
  Demo: 'zur Vorführung',
  Closed: 'geschlossen',
  Distributed: 'verteilt',
  Transfer: 'ersetzt',
  Expired: 'abgelaufen',
  Suspended: 'gesperrt',
  Inventory: 'auf Lager',
  Stolen: 'gestohlen',
}

const channels: Readonly<Record<string, string>> = {
  email: 'E-Mail',
  sms: 'SMS',
  push: 'Push',
  webhook: 'Webhook',
}

const preferences = { I: 'Ja', O: 'Nein' }

/** What the values of facts are called that have only a few. */
const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'request.dayOfWeek': weekdayWords,
  'card.status': statuses,
  'request.callType': callsInGerman,
  'message.channel': channels,
  'customer.gender': { F: 'weiblich', M: 'männlich' },
  'customer.isMobile': { Y: 'Ja', N: 'Nein' },
  'customer.phonePref': preferences,
  'customer.mailPref': preferences,
  'customer.emailPref': preferences,
}

export const valueWords = (fact: string, value: string): string => values[fact]?.[value] ?? value

export const channelWords = (channel: string): string => channels[channel] ?? channel
