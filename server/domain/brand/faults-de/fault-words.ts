import type { Language } from '../../../ground/kernel/language.ts'
import { fillForm, toTextForms } from '../../../ground/kernel/text-forms.ts'
import { changes, productRows } from './changes.ts'
import { general } from './general.ts'
import { rules } from './rules.ts'
import { yaml } from './yaml.ts'

/**
 * What is wrong with a brand file, in the words of a language. The file's reader speaks English only, in few forms with
 * values in them: a form is found again by its words, and its values are put into the German one. What has no German form
 * stays as it is, which is better than saying nothing.
 */
export function faultWords(message: string, language: Language): string {
  if (language === 'en') return message
  const { head, tail } = splitAdvice(message)
  return `${fillForm(head, forms, valueWords) ?? head}${tail}`
}

/** What speaks of rules comes first: its forms say more. */
const forms = toTextForms([...rules, ...general, ...yaml, ...changes, ...productRows])

/** What a value is called that was found instead. */
function valueWords(value: string): string {
  const [, text] = /^the text (".*")$/s.exec(value) ?? []
  if (text !== undefined) return `der Text ${text}`
  return kinds[value] ?? value.replaceAll(' and ', ' und ')
}

const kinds: Readonly<Record<string, string>> = {
  nothing: 'nichts',
  'a list': 'eine Liste',
  'an object': 'ein Objekt',
  'a long text': 'ein langer Text',
  neither: 'keines von beiden',
  none: 'keines',
  'coupon set': 'Couponsatz',
  'card set': 'Kartensatz',
  'card number': 'Kartennummer',
  coupon: 'Coupon',
  'public code': 'öffentlicher Code',
  'set of public codes': 'Satz öffentlicher Codes',
  'demographic field': 'eigenes Feld',
  product: 'Produkt',
  'subscription list': 'Abonnementliste',
  'name of a subscription list': 'Name einer Abonnementliste',
  'event type': 'Ereignisart',
  template: 'Vorlage',
  segment: 'Segment',
  'tier level': 'Stufe',
  webhook: 'Webhook',
  category: 'Kategorie',
  parent: 'Oberprodukt',
  'API key': 'Schlüssel',
  campaign: 'Kampagne',
  'rule (campaign/rule)': 'Regel (Kampagne/Regel)',
  group: 'Gruppe',
  location: 'Standort',
  program: 'Programm',
  'value type': 'Art von Guthaben',
  subtrack: 'Unterart',
  'public codes': 'öffentliche Codes',
  coupons: 'Coupons',
}

/** What may follow every fault: what to write instead. The last comes first off. */
const advice: readonly (readonly [english: RegExp, german: string])[] = [
  [/ \(and it is named in one more place\)$/, ' (und noch an einer Stelle genannt)'],
  [/ \(and it is named in (\d+) more places\)$/, ' (und noch an $1 Stellen genannt)'],
  [/; did you mean (".*?"|[^\s"?]+)\?$/, '; meinten Sie $1?'],
  [
    /; (\d+) more unknown keys of this object are not shown$/,
    '; $1 weitere unbekannte Schlüssel dieses Objekts sind nicht aufgeführt',
  ],
  [/; known here: ([^;]*)$/, '; hier bekannt: $1'],
  [/; known: ([^;]*)$/, '; bekannt: $1'],
  [/; known: ([^;]*); or add it to products$/, '; bekannt: $1; oder nehmen Sie es in products auf'],
  [/; add it to products$/, '; nehmen Sie es in products auf'],
  [/; known: ([^;]*); or add it to a product: (.*)$/, '; bekannt: $1; oder geben Sie es einem Produkt: $2'],
  [/; add it to a product: (.*)$/, '; geben Sie es einem Produkt: $1'],
  [/; define it in (\w+)$/, '; legen Sie es in $1 an'],
  [/; it is known only if a call has created it$/, '; bekannt ist es nur, wenn ein Aufruf es angelegt hat'],
  [/; put it in quotes: (".*")$/s, '; setzen Sie es in Anführungszeichen: $1'],
  [/; put a dash before each entry: "- "$/, '; setzen Sie vor jeden Eintrag einen Strich: "- "'],
  [/; it may have at most 15 digits$/, '; sie darf höchstens 15 Ziffern haben'],
  [/; write (\S+) without quotes$/, '; schreiben Sie $1 ohne Anführungszeichen'],
  [/; write (\S+) without a comma or a unit$/, '; schreiben Sie $1 ohne Komma und Einheit'],
  [/; write (\S+) without a unit$/, '; schreiben Sie $1 ohne Einheit'],
  [/; write for example ([^;]*)$/, '; schreiben Sie zum Beispiel $1'],
  [/; write (true|false|[A-Z]{2,3}|"[^"]*")$/, '; schreiben Sie $1'],
  [
    /; for a level or better, compare tier\.rank, which is 1 at the lowest level$/,
    '; für eine Stufe oder höher vergleichen Sie tier.rank, das bei der niedrigsten 1 ist',
  ],
]

function splitAdvice(message: string) {
  let head = message
  let tail = ''
  for (;;) {
    const found = advice.find(([english]) => english.test(head))
    if (!found) return { head, tail }
    const [english, german] = found
    const [whole = ''] = english.exec(head) ?? []
    tail = whole.replace(english, german) + tail
    head = head.slice(0, head.length - whole.length)
  }
}
