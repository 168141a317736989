import type { SectionFaults } from '../section-faults.ts'
import type { WordsOf } from '../words-of.ts'
import { advice, found } from './phrases.ts'

export const sections: WordsOf<SectionFaults> = {
  notSubnet: (values) => `hier steht eine Adresse oder ein Netz wie 10.0.0.0/8, gefunden: ${found(values.found)}`,
  secretsUnclear: () => 'braucht secret oder secretSha256; oder, für zwei, secrets oder secretsSha256',
  rateOfMain: ({ currency }) => `${currency} ist die Hauptwährung; sie braucht keinen Kurs`,
  notHash: () =>
    'hier steht ein Hash, wie ihn ein Export schreibt; schreiben Sie stattdessen password: und das Kennwort selbst',
  passwordTwice: () => 'hat password und passwordHash; geben Sie eines an',
  passwordAndSet: () => 'hat ein Passwort und passwordSet, das das vorhandene behält; geben Sie eines an',
  onlyTrue: () => 'hier geht nur true, für das, was bleibt, wie es ist; lassen Sie es weg',
  untilNotLater: () => 'until muss nach from liegen',
  generateNeeded: () => 'autoGenerate braucht generate, das sagt, wie neue Coupons aussehen',
  couponsOrCodes: () => 'ein Satz hat Coupons oder öffentliche Codes; legen Sie für die Codes einen eigenen an',
  couponIsCode: ({ coupon, code }) =>
    `„${coupon}“ ist auch der öffentliche Code „${code}“; benennen Sie einen davon um`,
  otherSetKind: ({ set, has }) => {
    const [what, fact] = has === 'codes' ? ['öffentliche Codes', 'code'] : ['Coupons', 'coupon']
    return `der Satz „${set}“ hat ${what}; fragen Sie danach mit ${fact}`
  },
  valuesNeeded: ({ type }) => `${type} braucht values, zum Beispiel [S, M, L]`,
  valuesExtra: ({ type }) => `${type} hat keine values; lassen Sie sie weg, oder nehmen Sie oneOf oder severalOf`,
  ownParent: () => 'das Produkt ist sein eigenes Oberprodukt',
  notAddress: ({ example, ...values }) => `hier steht eine Adresse wie ${example}, gefunden: ${found(values.found)}`,
  notEmail: (values) => `hier steht eine E-Mail-Adresse wie hello@harbor.example, gefunden: ${found(values.found)}`,
  notPng: () => 'hier steht ein PNG in Base64; andere Formate zeigen Wallets nicht',
  appleHalf: () => 'appleTypeIdentifier und teamIdentifier gehören zusammen: geben Sie beide an oder keines',
  googleLogo: () => 'googleIssuerId braucht logoUrl: ohne Logo zeigt Google keinen Pass',
  noMoney: ({ set, program }) => `auf ${set} ist kein Geld: sein Programm ${program} hat keine Wertart Currency`,
  codeNeeded: ({ balanceType }) => `${balanceType} braucht einen balanceCode`,
  codeExtra: ({ balanceType }) => `${balanceType} hat keinen balanceCode`,
  subtracksOfPunches: () => 'nur Stempel haben Unterarten (subtracks)',
  tooManyDigits: ({ amount, scale }) => `${amount} hat mehr Nachkommastellen, als scale ${scale} erlaubt`,
  tooFewNumbers: ({ random, count }) =>
    `${random} zufällige Zeichen sind zu wenige für ${count} Nummern; erhöhen Sie length`,
  valueTypeTwice: ({ name }) => `${name} steht zweimal da`,
  worthOfMoney: ({ name }) => `${name} ist Geld und wert, was brand.exchangeRates sagt; lassen Sie es weg`,
  valueTypeMissing: ({ name, has }) => `das Programm hat ${name} nicht; es hat ${has.join(', ')}`,
  pinDigits: ({ digits }) => `muss ${digits} Ziffern haben (pinLength)`,
  earnedNeedsType: () => 'earned braucht einen balanceType, etwa Points',
  typeOfEarned: ({ fact }) => `balanceType und balanceCode sind für earned, nicht für ${fact}`,
  withinADay: () => 'muss mindestens ein Tag sein: in 0 Tagen erreicht niemand eine Stufe',
  keepADay: () => 'muss mindestens ein Tag sein',
  levelOrder: ({ at, before }) => `muss über ${at} von ${before} liegen; nennen Sie die niedrigste Stufe zuerst`,
  keepAbove: ({ at }) => `liegt über at (${at})`,
  noSuchField: ({ name, ...values }) => `Kunden haben kein Feld „${name}“${advice(values.advice)}`,
  setOfOther: ({ set, program }) => `der Kartensatz „${set}“ gehört zum Programm „${program}“`,
  rewardTrigger: ({ trigger }) => `eine Regel, die Kunden wählen, hat trigger: choice, und diese hat ${trigger}`,
  rewardOfChild: () => 'ist eine Regel für Unterkarten, und Kunden wählen für ihre eigene Karte',
  rewardPrice: () =>
    'was es kostet, muss feststehen, bevor es gewählt wird: ein fester Betrag in redeem, und kein convert',
  levelTwice: ({ id }) => `die Stufe „${id}“ steht zweimal da`,
  languageNotFirst: ({ first }) => `muss ${first} sein, die erste von brand.languages; oder lassen Sie es weg`,
  languagesUnsaid: ({ language }) => `nennen Sie für Texte in mehreren Sprachen diese: brand.languages: [${language}]`,
  languageUnsaid: ({ language, known }) =>
    `die Marke spricht nicht ${language}; nehmen Sie es in brand.languages auf oder schreiben Sie ${known.join(', ')}`,
  languagesMissing: ({ languages, fallback }) =>
    `hat keinen Text in ${languages.join(', ')}; wer das liest, bekommt den in ${fallback}`,
  textsMissing: ({ names }) => `hat keine Texte für ${names.join(', ')}; sie erscheinen auf Englisch`,
}
