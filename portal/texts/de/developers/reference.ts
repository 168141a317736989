import type { Texts } from '../../shape.ts'

export const reference: Texts['reference'] = {
  about: 'Jede Operation der Schnittstelle, mit einem Beispiel, das sich gleich senden lässt.',
  title: 'Operationen',
  full: 'Die ganze Referenz',
  fullHint: 'Alle Felder, Antworten und Fehler, und die Beschreibung für Generatoren (OpenAPI)',
  name: 'Operation',
  group: 'Gruppe',
  summary: 'Was sie tut',
  path: 'Adresse',
  changes: 'Ändert etwas',
  onlyReads: 'Liest nur',
  notEnabled: 'Nicht freigeschaltet',
  notEnabledWhat: (enablement) =>
    `Die Marke braucht die Funktion ${enablement}; freischalten kann sie nur der Betreiber.`,
  key: 'Für den Schlüssel',
  keyHint: 'Setzt seinen Namen ein. Geheimnisse werden nur gezeigt, wenn sie entstehen.',
  location: 'Am Standort',
  useSecret: 'Setzen Sie das Geheimnis des Schlüssels für SECRET ein, und Ihre Werte in das Beispiel.',
}

export const enabled: Texts['enabled'] = {
  about: 'Was der Betreiber für diese Marke freigeschaltet hat.',
  title: 'Funktionen',
  name: 'Funktion',
  state: 'Zustand',
  what: 'Was sie erlaubt',
  on: 'Freigeschaltet',
  off: 'Nicht freigeschaltet',
  who: 'Freischalten kann nur der Betreiber, in brand.enable der Markendatei: purser brand apply.',
  interfaceVersion: (version) => `Version ${version} der Schnittstelle`,
  features: {
    createIfNew: 'Aufrufe dürfen eine Karte anlegen, deren Nummer noch nicht bekannt ist.',
    customRequestDate: 'Aufrufe dürfen sagen, dass sie zu einer anderen Zeit geschahen.',
    pin: 'Karten dürfen PINs haben, und Aufrufe sie prüfen.',
    segments: 'Gruppen von Kunden, die durch Bedingungen gefunden und aktuell gehalten werden.',
    mailings: 'Kampagnenregeln dürfen an Terminen E-Mails, SMS und Push-Nachrichten senden.',
    recommendations: 'Einkäufe dürfen fragen, welche Artikel zu einem Kunden passen.',
    customMutationTypes: 'Aufrufe dürfen Guthabenänderungen eine eigene Art geben, die Verläufe zeigen.',
    balanceReference: 'Aufrufe dürfen das gemeinte Guthaben mit einer eigenen Kennung nennen.',
    reactivate: 'Verlorene, geschlossene und gesperrte Karten dürfen wieder aktiv werden.',
    transferZero: 'Eine Karte darf geleert werden, ohne dass eine andere ihr Guthaben nimmt.',
    tierOverride: 'Aufrufe dürfen einem Kunden von Hand eine Stufe geben.',
    flex: 'Die kurzen Aufrufe: balance, enroll, quickCheckout.',
    admin:
      'Aufrufe, die die Marke verwalten: Konfiguration, Schlüssel, Bestände, Berichte. Das Portal kann das auch ohne.',
    showExplanation: 'Antworten dürfen sagen, warum jede Regel griff oder nicht.',
  },
}
