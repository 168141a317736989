import type { ExpectedForm } from '../reading-faults.ts'
import type { FormFaultWords } from '../words-of.ts'
import { nouns } from './phrases.ts'

const fillIn = () => 'Füllen Sie das aus.'

const texts: Readonly<Record<ExpectedForm, string>> = {
  asciiWithoutColons: 'Buchstaben ohne Umlaute, Ziffern und Zeichen, ohne Leerzeichen und Doppelpunkte',
  asciiWithoutSpaces: 'Buchstaben ohne Umlaute, Ziffern und Zeichen, ohne Leerzeichen',
  balanceCode: 'einen Code aus Buchstaben und Ziffern',
  codeWithoutSpaces: 'einen Code ohne Leerzeichen am Anfang und am Ende',
  colour: 'eine Farbe wie #1a2b3c',
  digits: 'Ziffern',
  fingerprint: 'einen Fingerabdruck aus 12 Hexziffern',
  headerText: 'Buchstaben ohne Umlaute, Ziffern und Zeichen, ohne Leerzeichen am Anfang und am Ende',
  host: 'den Namen eines Rechners wie card.shop.example',
  httpsAddress: 'eine Adresse, die mit https:// beginnt',
  image: 'ein Bild',
  language: 'eine Sprache wie en, de oder pt-BR',
  numberInQuotes: 'eine Zahl',
  origin: 'eine Adresse wie https://shop.example, ohne Pfad',
  passType: 'einen Pass Type Identifier',
  pin: 'eine PIN aus höchstens 6 Ziffern',
  sha256: 'einen SHA-256 aus 64 Hexziffern in Kleinbuchstaben',
  shortName: 'einen kurzen Namen ohne Leerzeichen',
  shortNameOrUuid: 'einen kurzen Namen oder eine UUID, ohne Leerzeichen',
  singleWord: 'ein einzelnes Wort wie JA',
  team: 'die zehn Buchstaben und Ziffern des Teams',
  timeOfDay: 'eine Uhrzeit',
  uuid: 'eine UUID in Kleinbuchstaben',
}

/** Was nicht stimmt, für jemanden, der ein Formular ausfüllt und die Datei dahinter nie gesehen hat. */
export const form: FormFaultWords = {
  missingKey: fillIn,
  valueless: fillIn,
  emptyText: fillIn,
  notObject: fillIn,
  notList: fillIn,
  notText: fillIn,
  unquoted: fillIn,
  tooFewEntries: () => 'Fügen Sie mindestens einen Eintrag hinzu.',
  notNumber: () => 'Schreiben Sie eine Zahl.',
  notWhole: () => 'Schreiben Sie eine ganze Zahl.',
  notChoice: () => 'Wählen Sie etwas aus der Liste.',
  notKnown: ({ form: wanted, example }) =>
    wanted === 'timeZone' ? `Wählen Sie eine Zeitzone wie ${example}.` : 'Wählen Sie etwas aus der Liste.',
  notFlag: () => 'Schalten Sie es ein oder aus.',
  notOfForm: ({ form: wanted }) => `Schreiben Sie ${texts[wanted]}.`,
  tooShort: ({ min }) => `Schreiben Sie mindestens ${min} Zeichen.`,
  tooLong: ({ max, length }) => `Schreiben Sie höchstens ${max} Zeichen. Das sind ${length}.`,
  notAbove: ({ bound }) => `Schreiben Sie mehr als ${bound}.`,
  tooSmall: ({ min }) => `Schreiben Sie mindestens ${min}.`,
  tooLarge: ({ max }) => `Schreiben Sie höchstens ${max}.`,
  outOfRange: ({ min, max }) => `Schreiben Sie eine Zahl von ${min} bis ${max}.`,
  listedTwice: ({ name }) => `„${name}“ ist zweimal da.`,
  undefinedName: ({ noun, name }) => `„${name}“ gibt es nicht (${nouns[noun]}).`,
  definedTwice: ({ noun, name }) => `„${name}“ gibt es schon (${nouns[noun]}). Wählen Sie einen anderen Namen.`,
  rateOfMain: ({ currency }) => `${currency} ist die Hauptwährung und braucht keinen Kurs.`,
  untilNotLater: () => 'Das Ende muss nach dem Beginn liegen.',
  generateNeeded: () => 'Sagen Sie zuerst, wie neue Coupons aussehen.',
  couponsOrCodes: () =>
    'Ein Satz hat entweder öffentliche Codes oder Coupons mit eigenen Nummern. Entfernen Sie eines davon.',
  couponIsCode: ({ coupon, code }) =>
    `„${coupon}“ ist auch der öffentliche Code „${code}“. Ändern Sie eines von beiden.`,
  notAddress: ({ example }) => `Schreiben Sie eine Adresse wie ${bare(example)}.`,
  notEmail: () => 'Schreiben Sie eine E-Mail-Adresse wie hello@harbor.example.',
  notPng: () => 'Wählen Sie eine PNG-Datei: Wallets zeigen keine andere.',
  appleHalf: () => 'Die beiden Angaben für Apple gehören zusammen: Füllen Sie beide aus oder keine.',
  googleLogo: () => 'Geben Sie die Adresse eines Logos an: Ohne Logo zeigt Google keinen Pass.',
  noMoney: ({ set, program }) => `„${set}“ kann keine Geschenkkarte sein: Das Programm „${program}“ hat kein Geld.`,
  codeNeeded: ({ balanceType }) =>
    balanceType === 'Currency' ? 'Wählen Sie die Währung.' : 'Geben Sie einen kurzen Code an.',
  codeExtra: () => 'Punkte und Stempel haben keinen Code. Lassen Sie das Feld leer.',
  subtracksOfPunches: () => 'Nur Stempel haben Felder.',
  tooManyDigits: ({ amount, scale }) =>
    scale === 0
      ? `${comma(amount)} hat Nachkommastellen, und dieser Wert hat keine.`
      : `${comma(amount)} hat zu viele Stellen: Dieser Wert hat ${scale} Nachkommastellen.`,
  tooFewNumbers: ({ random, count }) =>
    `${random} zufällige Zeichen sind zu wenige für ${count} Nummern. Machen Sie die Nummern länger.`,
  fewRandomDigits: ({ digits, min }) =>
    `Nummern mit ${digits} zufälligen Ziffern lassen sich erraten. Machen Sie sie so lang, dass mindestens ${min} zufällig sind.`,
  valueTypeTwice: () => 'Diese Art von Wert ist zweimal da. Entfernen Sie eine davon.',
  valueTypeMissing: () => 'Das Programm hat diese Art von Wert nicht.',
  pinDigits: ({ digits }) => `Die PIN muss ${digits} Ziffern haben, wie das Programm es sagt.`,
  earnedNeedsType: () => 'Wählen Sie, was gesammelt wird.',
  worthOfMoney: () => 'Geld ist wert, was es ist. Lassen Sie das leer.',
  typeOfEarned: () => 'Wählen Sie neu, was zählt.',
  withinADay: () => 'Schreiben Sie mindestens einen Tag: In 0 Tagen erreicht niemand eine Stufe.',
  keepAbove: ({ at }) => `Eine Stufe zu behalten kann nicht mehr brauchen, als sie zu erreichen: ${at}.`,
  levelOrder: ({ at, before }) => `Das muss über ${at} von ${before} liegen: Die niedrigste Stufe kommt zuerst.`,
  noSuchField: () => 'Kunden haben kein solches Feld.',
  setOfOther: () => 'Dieser Kartensatz gehört zu einem anderen Programm.',
  rewardTrigger: () => 'Kunden wählen nur, was auf ihre Wahl wartet: Geben Sie der Regel diesen Anlass.',
  rewardOfChild: () => 'Diese Regel ist für Unterkarten, und Kunden wählen für ihre eigene.',
  rewardPrice: () => 'Was es kostet, muss ein fester Betrag sein.',
  levelTwice: () => 'Diese Stufe ist zweimal da. Entfernen Sie eine davon.',
  keyDiffers: () =>
    'Die ID kann sich nicht ändern. Um sie umzubenennen, duplizieren Sie den Eintrag und entfernen Sie diesen.',
  weakPassword: ({ min }) => `Schreiben Sie mindestens ${min} Zeichen: Ein kürzeres Passwort lässt sich erraten.`,
  weakPin: ({ min }) => `PINs mit weniger als ${min} Ziffern lassen sich erraten. Wählen Sie mehr oder keine PIN.`,
  otherProgram: ({ program }) =>
    `Einen Kartensatz mit dieser ID gibt es im Programm „${program}“, und Karten können nicht umziehen. Wählen Sie eine andere ID.`,
  scaleFixed: ({ before }) => `Es sind ${before}, und das kann nie geändert werden: Karten haben Beträge davon.`,
  subtracksFixed: ({ names }) => `Felder können nur am Ende hinzukommen. Diese müssen bleiben: ${names.join(', ')}.`,
  setShrinks: ({ count, of }) =>
    `Es gibt schon ${count} ${of === 'card' ? 'Karten' : 'Coupons'}. Ein Satz kann nur wachsen.`,
  inOtherSet: ({ of, set }) => `${of === 'card' ? 'Diese Karte' : 'Diesen Coupon'} gibt es schon, im Satz „${set}“.`,
  codeHidesCoupon: ({ coupon }) =>
    `Es gibt einen Coupon „${coupon}“, den der Code verdecken würde. Wählen Sie einen anderen Code.`,
  tooMuchStock: ({ count, max }) =>
    `Damit würden ${count} auf einmal erzeugt; hier geht das mit höchstens ${max} auf einmal.`,
  numbersUsedUp: () => 'Es gibt keine freien Nummern dieser Form mehr. Machen Sie sie länger.',
  nothingToKeep: () => 'Füllen Sie das aus: Es gibt noch nichts, das bleiben könnte.',
  secretsMissing: fillIn,
  windowEmpty: () => 'Beginn und Ende müssen verschieden sein.',
}

/** Examples are quoted as a file quotes them. */
const bare = (example: string) => example.replaceAll('"', '')

const comma = (amount: string) => amount.replace('.', ',')
