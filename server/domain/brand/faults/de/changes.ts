import type { ChangeFaults, RowFaults, UndoneLines } from '../change-faults.ts'
import type { WordsOf } from '../words-of.ts'

export const changes: WordsOf<ChangeFaults> = {
  judged: ({ de }) => de,
  noBrand: () => 'diese Marke gibt es nicht',
  noBrandYet: () => 'diese Marke gibt es noch nicht; wenden Sie ihre erste Datei ohne Termin an',
  notATime: ({ given }) => `${given} ist kein Zeitpunkt wie 2026-12-01 00:00:00`,
  timePassed: () => 'dieser Zeitpunkt ist vorbei; geben Sie einen künftigen an',
  secretWaits: () => 'ein Geheimnis kann nicht auf einen Termin warten; wenden Sie es vorher an',
  cardsWait: () => 'aufgezählte Karten können nicht auf einen Termin warten; wenden Sie sie vorher an',
  authorGone: () =>
    'wer das wollte, gehört nicht mehr zur Marke, oder der Schlüssel wurde widerrufen; wer es noch will, tut es noch einmal',
  otherBrand: ({ brand }) => `muss ${brand} sein`,
  otherBrandsFile: ({ brand }) => `muss ${brand} sein: das ist die Datei einer anderen Marke`,
  notCampaigns: () => 'muss eine Liste von Kampagnen sein',
  draftChanged: () => 'der Entwurf wurde inzwischen geändert; laden Sie ihn neu',
  noSuchDraft: ({ brand }) => `es gibt keine Marke ${brand}, oder keine solche Version und keinen solchen Entwurf`,
  noVersionKept: () => 'von damals ist keine Version der Datei aufbewahrt',
  keyExtra: ({ section }) => `${section} ist keine Liste: lassen Sie key weg`,
  keyNeeded: ({ name }) => `key fehlt: ${name} des Eintrags`,
  keyDiffers: ({ key }) =>
    `muss ${key} sein; um einen Eintrag umzubenennen, entfernen Sie ihn und legen Sie einen anderen an`,
  fewRandomDigits: ({ digits, min }) =>
    `Nummern mit ${digits} zufälligen Ziffern lassen sich erraten; length muss mindestens ${min} länger als prefix sein`,
  weakPassword: ({ min }) => `hat weniger als ${min} Zeichen und lässt sich erraten`,
  weakSecret: ({ min }) =>
    `hat weniger als ${min} Zeichen und lässt sich erraten; machen Sie eines mit purser key create`,
  weakPin: ({ min }) => `PINs mit weniger als ${min} Ziffern lassen sich erraten; 0 bedeutet Karten ohne PIN`,
  publicSecret: () =>
    'dieses Geheimnis ist öffentlich und gilt nur in der Demo-Umgebung; machen Sie ein anderes mit purser key create',
  nothingToKeep: () =>
    'hier gibt es keines, das bleiben könnte: geben Sie eines an, oder eine Datei von purser brand export',
  otherProgram: ({ program }) =>
    `gehört zum Programm ${program}; ein Kartensatz kann nicht in ein anderes Programm wechseln`,
  secretsMissing: () =>
    'fehlen; ergänzen Sie sie, oder wenden Sie die Datei mit `purser brand apply` an, das eines erzeugt und zeigt',
  keyByHand: () => 'ein Schlüssel dieses Namens wurde von Hand angelegt; wählen Sie einen anderen Namen',
  scaleFixed: ({ before, after }) => `ist ${before} und kann nicht ${after} werden`,
  subtracksFixed: ({ names }) => `kann nur erweitert werden; es muss mit ${names.join(', ')} beginnen`,
  setShrinks: ({ count, of }) =>
    `${count} ${of === 'card' ? 'Karten' : 'Coupons'} gibt es schon; ein Satz kann nur wachsen`,
  inOtherSet: ({ set }) => `gibt es schon im Satz ${set}`,
  codeHidesCoupon: ({ coupon }) =>
    `es gibt einen Coupon „${coupon}“, den der Code verdecken würde; wählen Sie einen anderen Code`,
  tooMuchStock: ({ count, max }) =>
    `würde ${count} Karten und Coupons erzeugen; höchstens ${max} können hier auf einmal erzeugt werden`,
  numbersUsedUp: () => 'mit diesem prefix und dieser length sind keine Nummern mehr frei; erhöhen Sie length',
  exportedElsewhere: ({ version, undone }) =>
    `Die Datei wurde aus einer Version ${version} exportiert, die diese Marke nie hatte: aus einer anderen Marke oder von einem anderen Server.${loss(undone)}`,
  neverApplied: ({ current, undone }) =>
    `Eine solche Datei wurde auf die Marke nie angewendet; sie ist bei Version ${current}.${loss(undone)}`,
  changedSince: ({ base, current, undone }) =>
    `Die Datei beruht auf Version ${base}, und die Marke ist jetzt bei Version ${current}: jemand hat sie inzwischen geändert.${loss(undone)}`,
}

function loss(undone: UndoneLines | undefined): string {
  if (!undone) return ''
  const { lines, more } = undone
  return ` Sie nähme zurück: ${[...lines, ...(more > 0 ? [`und ${more} mehr`] : [])].join('; ')}`
}

export const rows: WordsOf<RowFaults> = {
  notCsv: () => 'ist kein CSV: ein Anführungszeichen ist nicht geschlossen oder steht in einem Feld',
  columnsMissing: ({ columns }) => `die erste Zeile muss die Spalten nennen: ${columns.join(',')}; nötig ist nur sku`,
  unknownColumn: ({ name, columns }) => `eine Spalte „${name}“ gibt es nicht; bekannt sind ${columns.join(', ')}`,
  tooManyRows: ({ max }) => `hat mehr als ${max} Zeilen: senden Sie sie in Teilen`,
  fieldCount: ({ fields, columns }) => `hat ${fields} Felder, es gibt aber ${columns} Spalten`,
  skuMissing: () => 'hat keine sku',
  skuTwice: ({ sku, line }) => `hat die sku ${sku}, die schon Zeile ${line} hat`,
}
