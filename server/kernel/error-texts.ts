import { catalogue, type ErrorCode } from './errors.ts'
import type { Language } from './language.ts'

type ErrorTexts = Readonly<Record<ErrorCode, string>>

/** The texts of the error catalogue as callers get them. */
const en = Object.fromEntries(Object.entries(catalogue).map(([code, { text }]) => [code, text])) as ErrorTexts

/** What people are told instead who read German. */
const de: ErrorTexts = {
  1: 'Auf dem Server ist ein Fehler aufgetreten.',
  2: 'Diese Karte gibt es nicht.',
  3: 'Diese customRequestId wurde schon benutzt; die frühere Anfrage war erfolgreich.',
  6: 'Es wurde keine Kartennummer angegeben.',
  10: 'Die PIN der Karte ist falsch.',
  13: 'Die Grenzen des Guthabens wurden überschritten.',
  16: 'Im Kartensatz sind keine Karten mehr übrig.',
  26: 'Ein Coupon wird gerade von einem anderen Vorgang benutzt; versuchen Sie es noch einmal.',
  27: 'Einige Coupons können nicht benutzt werden.',
  100: 'Die Anfrage ist nicht gültig.',
  101: 'Die Anmeldung ist fehlgeschlagen.',
  102: 'Der Standort oder die Kasse ist unbekannt.',
  103: 'Der Mitarbeiter konnte nicht erkannt werden.',
  104: 'Das ist für diese Marke nicht freigeschaltet.',
  105: 'Unter dieser Adresse gibt es nichts.',
  106: 'Diese Adresse nimmt diese HTTP-Methode nicht an.',
  107: 'Die Anfrage ist zu groß.',
  108: 'Zu viele Anfragen; warten Sie einen Augenblick.',
  109: 'Vorübergehend nicht verfügbar; es wurde nichts ausgeführt. Versuchen Sie es noch einmal.',
  110: 'Das Kundenkonto zu dieser Karte gibt es nicht.',
  111: 'Die Karte ist schon aktiv.',
  112: 'Der Status der Karte lässt das nicht zu.',
  113: 'Die Karte ist durch einen Kauf gesperrt.',
  114: 'Der begonnene Kauf ist unbekannt, sperrt nichts, ist abgelaufen, abgebrochen oder abgeschlossen.',
  115: 'Diese Art von Guthaben gibt es im Programm der Karte nicht.',
  116: 'Der Betrag hat mehr Nachkommastellen, als diese Art von Guthaben erlaubt.',
  117: 'Das zurückgelegte Guthaben ist unbekannt, aufgebraucht, freigegeben oder von anderer Art.',
  118: 'Den genannten Vorgang gibt es nicht.',
  119: 'Der Vorgang kann nicht storniert oder rückgängig gemacht werden.',
  120: 'Es wurde mehr zurückgegeben als gekauft.',
  121: 'Diesen Coupon gibt es nicht.',
  122: 'Der Zustand des Coupons lässt das nicht zu.',
  123: 'Im Couponsatz sind keine Coupons mehr übrig.',
  124: 'Die Karte hat für diese Aktion schon einen Coupon.',
  125: 'Keine Kampagne hat einen der Coupons benutzt.',
  126: 'Ein Coupon, den der ursprüngliche Vorgang ausgegeben hat, wurde schon benutzt.',
  127: 'Ein Teil des Guthabens ist zurückgelegt.',
  128: 'Die Übertragung ist nicht möglich.',
  129: 'Diese Kinderkarte gibt es nicht.',
  130: 'Die Nummer der Kinderkarte ist schon vergeben.',
  131: 'Das ist keine mögliche Telefonnummer.',
  132: 'Das eigene Feld ist nicht eingerichtet, oder der Wert ist von der falschen Art.',
  133: 'Für diese Währung gibt es keinen Wechselkurs.',
  134: 'Eine Regel einer Kampagne hat den Kauf abgelehnt.',
  135: 'Der Vorgang braucht mehr Rechenarbeit, als einer benutzen darf; es wurde nichts geändert.',
  136: 'Der Ausgang ist unbekannt; wiederholen Sie die Anfrage mit derselben customRequestId.',
}

export const errorTexts: Readonly<Record<Language, ErrorTexts>> = { en, de }
