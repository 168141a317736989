import type { CampaignFaults, ConditionFaults, ResultFaults } from '../rule-faults.ts'
import type { WordsOf } from '../words-of.ts'
import { advice, found, quoted } from './phrases.ts'

export const conditions: WordsOf<ConditionFaults> = {
  conditionsTooDeep: ({ levels }) => `die Bedingungen sind mehr als ${levels} Ebenen tief verschachtelt`,
  tooManyConditions: ({ max }) => `hat mehr als ${max} Bedingungen`,
  oneCondition: ({ example }) =>
    `hier steht eine Liste von Bedingungen, gefunden: eine Bedingung; setzen Sie sie in Klammern: [ ${example} ]`,
  notCondition: ({ example, ...values }) =>
    `hier steht eine Bedingung wie ${example}, gefunden: ${found(values.found)}`,
  conditionWord: ({ given, ...values }) =>
    `hier steht fact oder eine Gruppe: all, any, none oder atLeast; gefunden: ${given}${advice(values.advice)}`,
  factAsKey: ({ fact, value }) =>
    `eine Bedingung nennt, was sie vergleicht: schreiben Sie { fact: ${fact}, op: "=", value: ${value} }`,
  noCondition: ({ example }) =>
    `hier steht eine Bedingung wie ${example} oder eine Gruppe: all, any, none oder atLeast`,
  tooFewConditions: ({ atLeast, count }) => `atLeast ist ${atLeast}, aber es gibt nur ${count} Bedingungen`,
  unknownFact: ({ given, ...values }) => `diese Tatsache gibt es nicht: ${quoted(given)}${advice(values.advice)}`,
  onlyInCalls: ({ fact }) => `${fact} ist nur während eines Vorgangs bekannt, nicht hier`,
  noCheckoutHere: () => 'hier gibt es keinen laufenden Kauf; lassen Sie es weg',
  operatorMissing: ({ possible }) => `fehlt: ergänzen Sie op: "="; möglich: ${possible.join(' ')}`,
  operatorUnquoted: () => 'hat keinen Wert: > und < stehen in Anführungszeichen: schreiben Sie op: ">"',
  unknownOperator: ({ given, ...values }) => `diesen Vergleich gibt es nicht: ${quoted(given)}${advice(values.advice)}`,
  unfitOperator: ({ op, fact, type, isList, possible, isOfLevels }) => {
    const kind = isList ? `eine Liste von ${type}` : `von der Art ${type}`
    const rank = isOfLevels
      ? '; für eine Stufe oder höher vergleichen Sie tier.rank, das bei der niedrigsten 1 ist'
      : ''
    return `"${op}" passt nicht zu ${fact}, das ${kind} ist; möglich: ${possible.join(' ')}${rank}`
  },
  subtrackOfPunches: () => 'nur Stempel haben eine Unterart (subtrack)',
  unknownList: ({ name, channel, ...values }) =>
    `in dieser Datei gibt es keine Abonnementliste „${name}“ für den Kanal ${channel}${advice(values.advice)}`,
  pairSwapped: ({ write }) =>
    `der erste Wert ist größer als der zweite: ${write === undefined ? 'der kleinere steht zuerst' : `schreiben Sie ${write}`}`,
  amountOfBalance: () => 'ist ein Betrag eines Guthabens, der an jedem Standort derselbe ist: geben Sie eine Zahl an',
  rateWithoutFact: ({ example }) => `fehlt; zum Beispiel ${example}`,
  reckoningUnclear: ({ ways }) =>
    `braucht genau eines von ${ways.join(', ')}, zum Beispiel { sum: [ { fact: products.total }, { fact: checkout.shipping } ] }`,
  reckonsNoFact: () => 'nennt keinen Fakt, ist also immer gleich; schreiben Sie die Zahl selbst',
  notCountable: ({ fact }) => `${fact} ist keine Zahl, also lässt sich daraus kein Betrag berechnen`,
  boundsSwapped: ({ low, high, from, to, currency }) => {
    const wrong = `${low} ist größer als ${high}${currency === '' ? '' : ` in ${currency}`}: ${from} ist mehr als ${to}`
    return currency === ''
      ? `${wrong}; schreiben Sie ${low}: ${to}, ${high}: ${from} oder lassen Sie eines weg`
      : `${wrong}; tauschen Sie die beiden oder lassen Sie eines weg`
  },
  exceptsNothing: () => 'nennt keine Produkte; lassen Sie es weg, um keine auszunehmen',
  namesNoProducts: () => 'nennt keine Produkte; lassen Sie es weg, um alle zu meinen',
  namesNoAttributes: ({ example }) =>
    `nennt kein Merkmal; lassen Sie es weg, oder schreiben Sie zum Beispiel ${example}`,
  boundsEmpty: () => 'braucht min, max oder beides',
  notWithin: (values) => `hier steht { days: 30 } oder { calendar: month }, gefunden: ${found(values.found)}`,
  amountsEmpty: ({ example }) => `hier steht ein Betrag für jede Währung, etwa ${example}`,
  amountMissing: ({ currency, location }) =>
    `hat keinen Betrag in ${currency}, der Währung des Standorts ${location}: ergänzen Sie einen, etwa ${currency}: 5`,
}

export const results: WordsOf<ResultFaults> = {
  resultsIndented: ({ names, result }) =>
    names.length === 1
      ? `${names[0]} muss weiter eingerückt sein als ${result}, wozu es gehört`
      : `${names.join(', ')} müssen weiter eingerückt sein als ${result}, wozu sie gehören`,
  otherResult: ({ given, name, example }) =>
    `ein Ergebnis namens ${given} gibt es nicht; meinten Sie „${name}“? Schreiben Sie { ${name}: ${example} }`,
  severalResults: ({ names }) =>
    `ein Ergebnis hat einen Namen, gefunden: ${names.join(' und ')}; setzen Sie vor jedes einen Strich`,
  notDuration: (values) =>
    `hier steht { days: 30 }, { months: 6 }, { years: 1 } oder { endOf: year, plus: 1 }, gefunden: ${found(values.found)}`,
  expiresTwice: () => 'hat expiresAfter und expiresAt; geben Sie eines an',
  expiresBeforeActive: () => 'verfällt, bevor es gilt',
  notDelay: (values) => `hier steht { hours: 2 } oder { days: 2 }, gefunden: ${found(values.found)}`,
  notAllOrNumber: ({ example, ...values }) =>
    `hier steht all oder eine Zahl wie ${example}; gefunden: ${found(values.found)}`,
  convertsItself: () => 'tauscht ein Guthaben in sich selbst um; nennen Sie ein anderes',
  oneKindOf: ({ kinds, given }) =>
    `braucht genau eines von: ${kinds.join(', ')}; hat ${given.join(' und ') || 'keines'}`,
  unitsNeeded: () => 'unitPrice, groupPrice und buy brauchen Produkte, für die sie gelten: { where: … }',
  groupSizeNeeded: () => 'groupPrice braucht die Größe der Gruppe',
  skuOrChoose: () => 'braucht die sku eines Produkts, oder unter choose mehrere zur Auswahl',
  couponOfCodes: ({ set }) =>
    `der Satz „${set}“ hat öffentliche Codes, die niemandem gehören; geben Sie einen Coupon aus einem anderen Satz`,
  templateOrText: () => 'braucht template oder text',
  receiptOnlyDirect: () => 'nur Nachrichten an der Kasse gehören auf den Beleg',
  directLater: () =>
    'eine direkte Nachricht steht in der Antwort und kann nicht später gesendet werden; wählen Sie einen anderen Kanal',
  directToReferrer: () =>
    'eine direkte Nachricht steht in der Antwort, die der Werber nicht sieht; wählen Sie einen anderen Kanal',
  templateChannel: ({ template, made, channel }) => `die Vorlage „${template}“ ist für ${made}, nicht für ${channel}`,
  noLists: ({ channel }) => `nur email und sms haben Listen, ${channel} nicht`,
  notFieldValue: (values) =>
    `hier steht ein Text, eine ganze Zahl oder ein Datum wie "2026-01-31", gefunden: ${found(values.found)}`,
  clearedByNull: () => 'fehlt; null leert das Feld',
  offerAmountMissing: ({ discountType }) => `ist bei discountType ${discountType} nötig`,
  offerAmountExtra: ({ discountType }) => `ist bei discountType ${discountType} nicht erlaubt`,
  bogoProducts: () => 'bogo lässt nur ein Produkt zu',
  offerEndMissing: () => 'braucht expirationDate oder expiresAfter',
  offerTooLong: () => 'ein Angebot gilt höchstens ein Jahr',
  notMustache: () => 'ist kein gültiges Mustache',
  tagUnpaired: () => 'hat {{ oder }} ohne das Gegenstück',
  sectionNotOpen: ({ name }) => `{{/${name}}} schließt einen Abschnitt, der nicht offen ist`,
  sectionNotClosed: ({ name }) => `der Abschnitt {{#${name}}} ist nicht geschlossen`,
  unknownVariable: ({ name, possible, ...values }) =>
    `diese Variable gibt es nicht: {{ ${name} }}${possible ? `; möglich: ${possible.join(', ')}` : ''}${advice(values.advice)}`,
  valueInScript: ({ tag }) =>
    `${tag} steht in einem Skript oder einem Attribut wie onclick, wo kein Wert sicher eingesetzt werden kann`,
  tooManyDecimals: ({ decimals, name, scale, isCut }) =>
    `hat ${decimals} Nachkommastellen, und ${name} hat ${scale}${isCut ? ': es würde abgeschnitten' : ''}`,
  burntBalance: ({ name, step }) =>
    `wird aus dem Guthaben ${name} berechnet, das ${step} bis dahin eingelöst hat: stellen Sie issue voran`,
}

export const campaigns: WordsOf<CampaignFaults> = {
  offsetAfterExpiry: () => 'darf bei balance.expiration nicht über 0 liegen: was verfallen ist, ist weg',
  ruleOrOnce: () => 'braucht rule oder once',
  hourInRule: ({ name }) => `${name} ist hier nicht erlaubt: setzen Sie stattdessen \`hour\` des Zeitplans`,
  rulePartUnknown: ({ name, allowed }) =>
    `${name} ist hier nicht erlaubt; schreiben Sie zum Beispiel FREQ=MONTHLY;BYMONTHDAY=1; erlaubt: ${allowed.join(', ')}`,
  rulePartValue: ({ name, value }) => `${name}=${value} ist kein möglicher Wert`,
  givenTwice: ({ name }) => `${name} ist zweimal angegeben`,
  frequencyMissing: () => 'braucht FREQ=DAILY, WEEKLY, MONTHLY oder YEARLY',
  notADate: ({ name, value }) => `${name}=${value} ist kein Datum`,
  countAndUntil: () => 'COUNT und UNTIL schließen einander aus',
  countTooEarly: () => 'DTSTART darf mit COUNT nicht vor 20000101 liegen; schreiben Sie UNTIL statt COUNT',
  monthDayWeekly: () => 'BYMONTHDAY ist mit FREQ=WEEKLY nicht erlaubt',
  numberedDay: () => 'BYDAY mit einer Zahl ist nur mit FREQ=MONTHLY oder YEARLY erlaubt',
  positionAlone: () => 'BYSETPOS braucht BYDAY, BYMONTHDAY oder BYMONTH',
  limitsSame: () => 'zwei Grenzen zählen dasselbe: nur die kleinere kann wirken; entfernen Sie die andere',
  windowEmpty: () => 'muss zu verschiedenen Zeiten beginnen und enden und vor 24:00 beginnen',
  dateMissing: () => 'der Auslöser date braucht date oder schedule',
  dateOfRoots: () => 'der Auslöser date gilt nur für Hauptkarten',
  dateExtra: ({ trigger }) => `date und schedule sind beim Auslöser ${trigger} nicht erlaubt`,
  segmentMissing: () => 'der Auslöser segment braucht segment',
  segmentExtra: ({ trigger }) => `segment ist beim Auslöser ${trigger} nicht erlaubt`,
  tierMissing: () => 'der Auslöser tier braucht tier: { on: up, level: gold }',
  tierExtra: ({ trigger }) => `tier ist beim Auslöser ${trigger} nicht erlaubt`,
  levelsOfRoots: () => 'Stufen gehören zu Hauptkarten',
  triggerWithoutCheckout: ({ trigger }) => `beim Auslöser ${trigger} gibt es keinen laufenden Kauf; lassen Sie es weg`,
  ruleWithoutCheckout: ({ rule, trigger }) =>
    `die Regel ${rule} hat den Auslöser ${trigger}, bei dem es keinen laufenden Kauf gibt`,
  optionsOfCheckouts: () => 'nur bei Käufen können Optionen gewählt werden',
  needsCheckout: ({ result }) => `${result} braucht den Auslöser checkout`,
  noResponse: ({ trigger, on }) =>
    `der Auslöser ${trigger}${on === undefined ? '' : ` mit on: ${on}`} hat keine Antwort, in der eine Nachricht stehen könnte`,
  noReferrer: ({ trigger }) => `beim Auslöser ${trigger} gibt es keinen Werber; bei checkout und refer schon`,
  untilNotAfter: () => 'until liegt nicht nach from',
  notBudgetOf: (values) =>
    `hier steht discount oder ein Guthaben wie { balanceType: Points }; gefunden: ${found(values.found)}${advice(values.advice)}`,
  oneAmount: () => 'nur Rabatte gibt es in mehreren Währungen: schreiben Sie eine Zahl',
  currencyNeeded: () => 'hier steht mindestens eine Währung, etwa { USD: 500, EUR: 450 }',
  daysOutOfRange: () => 'muss zwischen 1 und 36500 liegen',
  currencyUncovered: ({ currency, location, isByCurrency }) => {
    const remedy = isByCurrency
      ? 'ergänzen Sie ihren Betrag'
      : 'ergänzen Sie einen Kurs in brand.exchangeRates, oder Beträge nach Währung'
    return `hat nichts in ${currency}, der Währung des Standorts ${location}: ${remedy}`
  },
  budgetIdle: ({ name = 'einen Rabatt' }) => `kein Ergebnis gibt ${name}, so dass dieses Budget nie verbraucht wird`,
  sharesSum: ({ sum }) => `die Anteile müssen zusammen 100 ergeben, wie { A: 50, B: 50 }; diese ergeben ${sum}`,
  nameReserved: ({ name }) => `„${name}“ hat schon eine Bedeutung; wählen Sie einen anderen Namen`,
  unknownVariant: ({ name, ...values }) =>
    `in dieser Kampagne gibt es keine Variante „${name}“${advice(values.advice)}`,
  noVariants: ({ name }) =>
    `die Kampagne hat keine Varianten; geben Sie ihr welche, etwa variants: { ${name}: 50, B: 50 }`,
  variantUnused: () => 'keine Regel ist für diese Variante: ihre Karten bekommen nur die Regeln ohne Variante',
  couponUnhonoured: ({ set }) =>
    `keine aktive Kampagne gibt etwas für einen Coupon des Sets „${set}“: wer einen bekommt, kann ihn nicht einlösen. Ergänzen Sie eine Regel, die ihn verlangt`,
  couponOutlived: ({ set, until }) =>
    `Coupons des Sets „${set}“ werden noch ausgegeben, wenn niemand mehr etwas dafür gibt: was sie verlangt, endet ${until}. Beenden Sie dies nicht später, oder lassen Sie das andere weiterlaufen`,
  couponLeft: ({ set, campaign }) =>
    `danach gibt keine aktive Kampagne mehr etwas für einen Coupon des Sets „${set}“, den „${campaign}“ weiter ausgibt: wer einen hat, kann ihn nicht einlösen`,
  programLacksValue: ({ name, programs }) =>
    `Karten von ${programs.join(', ')} können ${name} nicht haben: niemand bekommt das`,
  groupTwice: ({ group }) =>
    `die Kampagne ist schon in der Gruppe „${group}“ und tritt als Ganzes an; eines von beiden weglassen`,
  blockCompetes: ({ group }) =>
    `ein block gibt nichts und kann in der Gruppe „${group}“ nicht antreten; er gehört in eine eigene Kampagne`,
  groupLarge: ({ group, count, max }) =>
    `die Gruppe „${group}“ hat ${count} Mitglieder; treffen in einem Einkauf mehr als ${max} zu, gewinnt das erste, nicht das beste`,
  giftWorthless: ({ group }) =>
    `tritt in der Gruppe „${group}“ an, als wäre es nichts wert; regularPrice sagt, was ein Stück sonst kostet`,
  notCombines: (values) =>
    `erwartet wird all, none oder eine Liste wie [product, shipping]; gefunden: ${found(values.found)}`,
  combinationEmpty: () => 'nennt keine Art von Rabatt; zum Beispiel { product: true, shipping: true }',
  maxDiscountEmpty: () => 'braucht percent oder amount, zum Beispiel { percent: 40 }',
  overtakes: ({ path, group }) =>
    `läuft vor ${path}, das in der exklusiven Gruppe „${group}“ früher kommt: Regeln mit discount, addProduct oder block laufen vor allen anderen`,
}
