import type { CodeBlock } from '../../../coupon/public-code.ts'
import type { MarkWords } from '../words.ts'
import { channelWords, valueWords, weekdayWords } from './values.ts'

export const marks: MarkWords = {
  named: {
    'location.id': { before: 'am Standort', noun: 'der Standort' },
    'location.group': { before: 'an Standorten der Gruppe', noun: 'die Gruppe des Standorts' },
    'location.country': { before: 'an Standorten im Land', noun: 'das Land des Standorts' },
    'terminal.id': { before: 'an der Kasse', noun: 'die Kasse' },
    'employee.id': { before: 'bei Mitarbeiter', noun: 'der Mitarbeiter' },
    'program.id': { before: 'für Karten des Programms', noun: 'das Programm der Karte' },
    'card.setId': { before: 'für Karten des Kartensatzes', noun: 'der Kartensatz' },
    'card.status': { before: 'für Karten mit dem Status', noun: 'der Status der Karte' },
    'card.number': { before: 'für die Karte', noun: 'die Kartennummer' },
    'payments.types': { before: 'bei Zahlung mit', noun: 'die Zahlungsart' },
    'request.callType': { before: 'wenn', noun: 'die Art des Vorgangs' },
    'request.dayOfWeek': { before: '', noun: 'der Wochentag' },
    'message.channel': { before: 'für Nachrichten per', noun: 'der Kanal der Nachricht' },
    'message.text': { before: 'bei dem Text', noun: 'der Text der Nachricht' },
    segment: { before: 'für Mitglieder des Segments', noun: 'das Segment' },
    tier: { before: 'für die Stufe', noun: 'die Stufe' },
  },
  weekdays: weekdayWords,
  value: valueWords,
  keyValue: (key) => `die Angabe ${key}`,
  ofSale: (name) => (name === undefined ? 'ein Merkmal des Verkaufs' : `das Merkmal „${name}“ des Verkaufs`),
  ownField: (name) => (name === undefined ? 'ein eigenes Feld des Kunden' : `das Feld „${name}“ des Kunden`),
  customer: {
    firstName: 'der Vorname des Kunden',
    middleName: 'der zweite Vorname des Kunden',
    lastName: 'der Nachname des Kunden',
    birthday: 'das Geburtsdatum des Kunden',
    anniversary: 'der Jahrestag des Kunden',
    gender: 'das Geschlecht des Kunden',
    email: 'die E-Mail-Adresse des Kunden',
    phone: 'die Telefonnummer des Kunden',
    mobilePhone: 'die Handynummer des Kunden',
    address1: 'die Adresse des Kunden',
    address2: 'der Adresszusatz des Kunden',
    city: 'der Ort des Kunden',
    state: 'das Bundesland des Kunden',
    postal: 'die Postleitzahl des Kunden',
    country: 'das Land des Kunden',
    language: 'die Sprache des Kunden',
    latitude: 'der Breitengrad der Kundenadresse',
    longitude: 'der Längengrad der Kundenadresse',
    isMobile: 'die Angabe, ob der Kunde ein Handy hat,',
    mobileCarrier: 'der Mobilfunkanbieter des Kunden',
    phonePref: 'die Einwilligung in Anrufe',
    mailPref: 'die Einwilligung in Briefe',
    emailPref: 'die Einwilligung in E-Mails',
    profileType: 'die Art des Kundenprofils',
    flv: 'der Kundenwert',
    affiliatedLocations: 'der Standort, zu dem der Kunde gehört,',
  },
  is: (noun) => ({ before: `wenn ${noun}`, noun, after: 'ist' }),
  signs: {
    'checkout.hasCard': {
      noun: 'eine Karte',
      without: 'ohne Karte',
      absent: 'braucht eine Karte',
      present: 'nur ohne Karte',
    },
    'checkout.isReferred': {
      noun: 'eine werbende Karte',
      without: 'ohne werbende Karte',
      absent: 'braucht eine werbende Karte',
      present: 'nur ohne werbende Karte',
    },
    'card.isEnrolled': {
      noun: 'ein angemeldeter Kunde',
      without: 'ein nicht angemeldeter Kunde',
      absent: 'nur für angemeldete Kunden',
      present: 'nur für Kunden, die nicht angemeldet sind',
    },
    'card.isChild': {
      noun: 'eine Kinderkarte',
      without: 'ohne Kinderkarte',
      absent: 'nur mit einer Kinderkarte',
      present: 'nur ohne Kinderkarte',
    },
    'card.hasChildren': {
      noun: 'eine Karte mit Kinderkarten',
      without: 'eine Karte ohne Kinderkarten',
      absent: 'nur für Karten mit Kinderkarten',
      present: 'nur für Karten ohne Kinderkarten',
    },
  },
  presented: (what, set, tag) => {
    const name = what === 'code' ? 'Code' : 'Coupon'
    const of = `${name}${set === undefined ? '' : ` aus dem Satz ${set}`}${tag === undefined ? '' : ` mit dem Merkmal ${tag}`}`
    return {
      noun: `ein ${of}`,
      without: `ohne ${of}`,
      absent: `${of} wurde nicht vorgelegt`,
      present: `nicht zusammen mit einem ${of}`,
    }
  },
  consent: (channel, list) => {
    const noun = `Einwilligung in Nachrichten per ${channelWords(channel)}${list === undefined ? '' : ` (${list})`}`
    return {
      noun: `eine ${noun}`,
      without: `ohne ${noun}`,
      absent: `braucht eine ${noun}`,
      present: `nur ohne ${noun}`,
    }
  },
  blockedCode: (code, by) => `der Code ${code} ${codeBlocks[by]}`,
}

const codeBlocks: Readonly<Record<CodeBlock, string>> = {
  early: 'gilt noch nicht',
  late: 'gilt nicht mehr',
  usedUp: 'ist aufgebraucht',
  usedUpByCard: 'ist für diese Karte aufgebraucht',
  noCard: 'gilt nur mit einer Karte',
}
