import { gap } from '../../brand/facts/draft.ts'
import { spaced } from '../grammar/lists.ts'
import type { HappeningPhrases, PurchaseParts, RulePhrases } from '../grammar/phrases.ts'

export const happenings: HappeningPhrases = {
  dates: {
    'customer.birthday': ['am Geburtstag', 'dem Geburtstag'],
    'customer.anniversary': ['am Jahrestag', 'dem Jahrestag'],
    'card.activationDate': ['am Tag der Aktivierung der Karte', 'der Aktivierung der Karte'],
    'card.enrollmentDate': ['am Tag der Anmeldung', 'der Anmeldung'],
    'balance.expiration': ['am Tag, an dem Guthaben verfällt,', 'dem Verfall von Guthaben'],
    'history.lastCheckout': ['am Tag des letzten Einkaufs', 'dem letzten Einkauf'],
  },
  unknownDate: [`am ${gap}`, gap],
  ownDate: (field) => [`am Tag ${field}`, `dem Tag ${field}`],
  days: ['Tag', 'Tage'],
  before: (days, day) => `${days} vor ${day}`,
  after: (days, day) => `${days} nach ${day}`,
  beforeOrAfter: (day) => `${gap} Tage vor oder nach ${day}`,
  joins: (segment) => `wenn ein Kunde in das Segment ${segment} kommt`,
  leaves: (segment) => `wenn ein Kunde aus dem Segment ${segment} fällt`,
  reaches: (level) => `wenn ein Kunde ${level === undefined ? 'eine neue Stufe' : `die Stufe ${level}`} erreicht`,
  loses: (level) => `wenn ein Kunde ${level === undefined ? 'eine Stufe' : `die Stufe ${level}`} verliert`,
  keeps: (level) => `wenn ein Kunde ${level === undefined ? 'eine Stufe' : `die Stufe ${level}`} behält`,
  writes: (event) => `wenn ein Kunde ${event ?? 'eine Nachricht'} schreibt`,
  isReferred: 'wenn eine Empfehlung belohnt wird',
  isChosen: 'wenn ein Kunde es als Prämie wählt',
  isSocial: 'wenn in sozialen Medien etwas geschieht',
  isTriggered: 'wenn App oder Website es auslöst',
  happens: (event) => `wenn ${event ?? 'mit einer Karte etwas anderes als ein Einkauf geschieht'}`,
  unknown: `wenn ${gap}`,
}

/** `bei jedem Einkauf ab 10 $ dienstags`, `wenn ein Gold-Mitglied dienstags etwas aus „Getränke“ kauft`. */
function purchase({ member, cards, what, spend, which, extras, places, times }: PurchaseParts): string {
  const isPlain = member === undefined && cards.length === 0 && what === undefined
  if (isPlain && which !== undefined) return spaced([`beim ${which.text}`, ...extras, ...places, times])
  if (isPlain) return spaced(['bei jedem Einkauf', spend?.short ?? '', ...extras, ...places, times])
  const subject = spaced(['wenn', member ?? 'ein Kunde', ...cards, times, ...places, ...extras])
  if (which === undefined)
    return spaced([subject, spend?.text ?? '', what === undefined ? 'einkauft' : `${what} kauft`])
  return spaced([subject, what === undefined ? `seinen ${which.text} macht` : `bei seinem ${which.text} ${what} kauft`])
}

export const rules: RulePhrases = {
  purchase,
  otherHead: (happening, circumstances) => (circumstances === '' ? happening : `${happening}, ${circumstances}`),
  ended: /[.!?]“$/,
  spends: (spend) => `er ${spend.replace(/^für/, 'über')} geht`,
  chooses: (option) => `der Kunde ${option} wählt`,
  if: (clauses) => `sofern ${clauses}`,
  unless: (clauses) => `außer wenn ${clauses}`,
  onlyIf: (clauses) => `nur wenn ${clauses}`,
  always: 'immer',
  untilUsedUp: (budget) => `bis ${budget} aufgebraucht sind`,
  onlyVariant: (variant) => `nur Variante ${variant}`,
  childCardsOnly: 'nur Kinderkarten',
  becauseOfLimit: { card: 'nur Mitglieder, wegen der Grenze', child: 'nur Kinderkarten, wegen der Grenze' },
  childCardsToo: 'auch Kinderkarten',
  notTogether: (others) => `nicht zusammen mit ${others}`,
  moreOthers: (count) => `${count} weiteren`,
  competes: (group) => `wenn sie in der Gruppe ${group} die beste ist`,
  otherDiscounts: 'anderen Rabatten',
  discounts: {
    product: 'Rabatten auf Produkte',
    order: 'Rabatten auf den ganzen Einkauf',
    shipping: 'Rabatten auf den Versand',
  },
  oneOfGroup: (group) => `nur eine Regel der Gruppe ${group} greift`,
  atMostOfGroup: (count, group) => `höchstens ${count} aus der Gruppe ${group}`,
}
