import type { Texts } from '../shape.ts'

/** What the sections of the brand file are called, what they are about, and what to do when one is empty. */
export const fileSections: Texts['file']['sections'] = {
  brand: {
    title: 'Marke',
    one: 'die Marke',
    about: 'Name, Währung, Zeitzone und was freigeschaltet ist.',
    empty: 'Es gibt immer genau eine.',
  },
  locations: {
    title: 'Standorte',
    one: 'Standort',
    about: 'Läden und Shops mit Kassenplätzen und Mitarbeitenden.',
    empty: 'Legen Sie den ersten Laden an, damit seine Kasse Aufrufe senden kann.',
  },
  groups: {
    title: 'Standortgruppen',
    one: 'Gruppe',
    about: 'Regionen oder Arten von Läden, für Kampagnen und Zugänge.',
    empty: 'Legen Sie eine Gruppe an, und nennen Sie sie in den Standorten, die dazugehören.',
  },
  programs: {
    title: 'Programme',
    one: 'Programm',
    about: 'Was Karten enthalten: Wertarten, Kartensätze und Stufen.',
    empty: 'Legen Sie ein Programm an, dann können Karten erzeugt werden.',
  },
  couponSets: {
    title: 'Couponsätze',
    one: 'Couponsatz',
    about: 'Coupons für je eine Einlösung und öffentliche Codes für viele.',
    empty: 'Legen Sie einen Satz an, um Coupons zu erzeugen oder einen öffentlichen Code zu nennen.',
  },
  products: {
    title: 'Produkte',
    one: 'Produkt',
    about: 'Der Katalog: Namen, Kosten und Kategorien für Bedingungen und Berichte.',
    empty: 'Lesen Sie eine CSV-Datei Ihrer Kasse ein, oder legen Sie Produkte einzeln an.',
  },
  attributes: {
    title: 'Merkmale von Produkten',
    one: 'Merkmal',
    about: 'Was ein Produkt oder eine Position neben der Kategorie ausmacht: eine Marke, eine Größe, eine Spanne.',
    empty: 'Legen Sie ein Merkmal an, etwa die Marke, um in Kampagnen danach zu fragen.',
  },
  orderAttributes: {
    title: 'Merkmale von Verkäufen',
    one: 'Merkmal eines Verkaufs',
    about: 'Was die Kasse oder der Shop zum ganzen Verkauf sagt: App, Lieferung.',
    empty: 'Legen Sie ein Merkmal an, etwa den Weg des Verkaufs, um in Kampagnen danach zu fragen.',
  },
  demographicFields: {
    title: 'Kundenfelder',
    one: 'Kundenfeld',
    about: 'Eigene Felder in den Angaben der Kunden.',
    empty: 'Legen Sie ein Feld an, etwa das Lieblingsgetränk, um es je Kunde festzuhalten.',
  },
  eventTypes: {
    title: 'Ereignisarten',
    one: 'Ereignisart',
    about: 'Was Kunden außer Käufen geschehen kann.',
    empty: 'Legen Sie an, was Ihre Systeme melden, etwa einen Besuch oder eine Bewertung.',
  },
  subscriptionLists: {
    title: 'Abonnementlisten',
    one: 'Liste',
    about: 'Was Kunden abonnieren und wieder abbestellen können.',
    empty: 'Legen Sie eine Liste an, etwa einen Newsletter.',
  },
  templates: {
    title: 'Nachrichtenvorlagen',
    one: 'Vorlage',
    about: 'Die Texte der Nachrichten, mit Vorschau.',
    empty: 'Schreiben Sie die erste Vorlage, dann können Kampagnen sie senden.',
  },
  segments: {
    title: 'Segmente',
    one: 'Segment',
    about: 'Gruppen von Karten, die durch Bedingungen beschrieben sind.',
    empty: 'Beschreiben Sie eine Gruppe von Karten, etwa die seit 60 Tagen nicht mehr kamen.',
  },
  senders: {
    title: 'Absender',
    one: 'die Absender',
    about: 'Der Mailserver und die Gateways, über die Nachrichten hinausgehen.',
    empty: 'Nennen Sie einen Mailserver oder ein Gateway.',
  },
  texts: {
    title: 'Texte für Kunden',
    one: 'die Texte',
    about: 'Ihre eigenen Worte auf Einwilligungsseiten und in deren Nachrichten, je Sprache.',
    empty: 'Fügen Sie eine Sprache hinzu, um eigene Worte zu schreiben.',
  },
  passes: {
    title: 'Pässe in Wallets',
    one: 'die Pässe',
    about: 'Wie Karten in Apple Wallet und Google Wallet aussehen und was sie dort zeigen.',
    empty: 'Karten lassen sich noch nicht aufs Telefon legen.',
  },
  portal: {
    title: 'Freigaben und Grenzen',
    one: 'die Regeln des Portals',
    about: 'Ob jemand anderes freigibt, was veröffentlicht wird, was jede Rolle allein darf, und zweite Faktoren.',
    empty: 'Jede Rolle darf, was sie umfasst.',
  },
  promotions: {
    title: 'Wert der Punkte, was zusammengeht',
    one: 'der Wert der Punkte, und was zusammengeht',
    about:
      'Welche Kampagnen gegeneinander antreten, welche Rabatte zusammengehen, was höchstens abgezogen wird, und was ein Punkt, Stern oder Stempel wert ist.',
    empty: 'Alle Rabatte gelten zusammen. Punkte sind wert, wozu eine Kampagne sie umwandelt, sonst nichts.',
  },
  accounts: {
    title: 'Konten für das Journal',
    one: 'die Konten für das Journal',
    about:
      'Welches Konto Ihrer Buchhaltung für das steht, was geschuldet wird, und welches für jeden Grund einer Änderung.',
    empty: 'Der Bericht „Was buchen wir?“ nennt noch keine Konten.',
  },
  member: {
    title: 'Seiten für Mitglieder',
    one: 'die Seiten für Mitglieder',
    about: 'Was Ihre Kunden von ihrer Karte sehen: wie es aussieht, wie sie beitreten und in welchen Sprachen.',
    empty: 'Ihre Kunden haben noch keine Seiten. Mit der ersten gespeicherten Einstellung haben sie welche.',
  },
  referrals: {
    title: 'Empfehlungscodes',
    one: 'die Empfehlungscodes',
    about: 'Codes, mit denen Mitglieder andere werben, und was davon abhält, sich selbst zu werben.',
    empty: 'Mitglieder haben keine Empfehlungscodes.',
  },
  webhooks: {
    title: 'Webhooks',
    one: 'Webhook',
    about: 'Empfänger, die erfahren, was in der Marke geschieht.',
    empty: 'Legen Sie eine Adresse an, die erfahren soll, was geschieht.',
  },
  campaigns: {
    title: 'Kampagnen',
    one: 'Kampagne',
    about: 'Regeln, die zusammengehören.',
    empty: 'Legen Sie eine Kampagne an.',
  },
}
