import type { RecipeGroup, RecipeId } from '../../../server/doors/portal-api/recipes/recipe-ids.ts'

/** Die Kampagnen des Kochbuchs auf Deutsch. */
export const recipeGroups: Readonly<Record<RecipeGroup, string>> = {
  points: 'Punkte und Prämien',
  discounts: 'Rabatte',
  coupons: 'Coupons und Codes',
  friends: 'Freunde',
  'coming-back': 'Wiederkommen',
  bounds: 'Grenzen und Versuche',
}

export const recipes: Readonly<Record<RecipeId, { readonly title: string; readonly about: string }>> = {
  'point-per-dollar': {
    title: 'Ein Punkt für jeden Dollar',
    about:
      'Ganze Dollar zählen, nach allen Rabatten. Die Punkte verfallen am Ende des nächsten Jahres, damit niemand ein Datum nachsehen muss.',
  },
  'gold-tuesdays': {
    title: 'Dienstags doppelte Punkte für Goldmitglieder',
    about:
      'Die Stufe ergibt sich daraus, was ein Mitglied dieses Jahr ausgegeben hat. Der Einkauf, der sie erreicht, zählt schon.',
  },
  'silver-discount': {
    title: '5 % Rabatt für Silbermitglieder und besser',
    about:
      'Stufen haben eine Reihenfolge: Silber ist die niedrigste, Gold die nächste. Alle ab Silber bekommen den Rabatt.',
  },
  'gold-gift': {
    title: 'Ein Geschenk, wenn jemand Gold erreicht',
    about: 'Geschieht in dem Einkauf, der die Stufe erreicht. Wird er storniert, gehen Stufe und Geschenk mit ihm.',
  },
  'punch-card': {
    title: 'Zehn Espressi, der nächste ist gratis',
    about: 'Ein Stempel für jeden Espresso. Zehn Stempel bezahlen einen Espresso des nächsten Einkaufs.',
  },
  'points-to-money': {
    title: 'Hundert Punkte sind ein Dollar',
    about: 'Punkte werden in ganzen Hundertern zu Geld, in dem Einkauf, der sie erreicht. Was übrig ist, bleibt.',
  },
  stars: {
    title: 'Ein Stern für jedes Gebäck, höchstens fünf',
    about: 'Alles aus der Kategorie Gebäck zählt; ein Einkauf bringt höchstens fünf.',
  },
  'weekend-points': {
    title: 'Dreifache Punkte am Wochenende',
    about: 'Es gilt nur eine von zwei Regeln: unter der Woche die erste, sonst die zweite.',
  },
  'cheapest-free': {
    title: '3 kaufen, das günstigste ist gratis',
    about: 'Von je drei Getränken ist das günstigste gratis.',
  },
  'morning-bun': {
    title: 'Morgens zum Kaffee ein Gebäck zum halben Preis',
    about: 'Ein Gebäck für jeden Kaffee, höchstens drei je Einkauf.',
  },
  'best-discount': {
    title: 'Der beste von mehreren Rabatten',
    about: 'Der Kunde bekommt den besseren der beiden, was immer er kauft.',
  },
  'spend-steps': {
    title: 'Ab 50, 100, 150: 5, 12, 20 Rabatt',
    about: 'Die beste Stufe steht zuerst; von den Regeln einer Gruppe gilt nur eine.',
  },
  'all-but-gift-cards': {
    title: '10 % auf alles außer Geschenkkarten',
    about: 'Eine Geschenkkarte ist Geld: ein Rabatt darauf wäre geschenktes Geld.',
  },
  'daily-budget': {
    title: '10 % Rabatt, höchstens 500 Dollar am Tag für alle Filialen',
    about:
      'Das Budget wird auf den Cent eingehalten, gleich wie viele Kassen zugleich verkaufen. Der Einkauf, der es erreicht, bekommt den Rest.',
  },
  'group-price': {
    title: 'Drei Gebäcke für 10 Dollar',
    about: 'Je drei kosten zusammen den Gruppenpreis; einzelne kosten, was sie kosten.',
  },
  'lunch-deal': {
    title: 'Sandwich mit Getränk: das Getränk für 2 Dollar',
    about: 'Von mehreren Getränken wird das teuerste günstiger, eines für jedes Sandwich.',
  },
  'happy-hour': {
    title: 'Happy Hour je Filiale',
    about: 'Jede Filiale hat ihre eigene Stunde und damit ihre eigene Regel.',
  },
  'staff-discount': {
    title: 'Mitarbeiterrabatt',
    about:
      'Mitarbeiter haben Karten aus einem eigenen Satz. Ein Viertel auf Essen und Trinken, einmal am Tag, höchstens zehn Dollar.',
  },
  'free-shipping': {
    title: 'Versandkostenfrei ab 35 Dollar',
    about:
      'Punkte und andere Regeln bleiben davon unberührt: Versand gehört nicht zur Summe. Es zählt, was nach allen Rabatten zu zahlen ist.',
  },
  'gift-product': {
    title: 'Ein Becher als Geschenk ab 50 Dollar',
    about:
      'Der Becher kommt von selbst in den Einkauf: er steht auf dem Bon, im Verlauf und in Berichten, und eine Rückgabe nimmt ihn zurück. Was er sonst kostet, ist das Geschenk wert.',
  },
  'gift-choice': {
    title: 'Eines von drei Geschenken ab 20 Dollar',
    about:
      'Solange der Kunde nicht gewählt hat, kommt nichts dazu. Die Kasse zeigt, was zur Wahl steht, und schickt das Produkt, das er nennt.',
  },
  'supplier-weeks': {
    title: 'Ein Fünftel Rabatt auf alles von einem Lieferanten',
    about: 'Der Katalog sagt, was von wem kommt; auch eine Kasse kann es sagen.',
  },
  'advent-calendar': {
    title: 'Ein Adventskalender',
    about: 'Jede Tür ist eine Regel mit eigenen Tagen. Hier sind drei davon.',
  },
  'choose-reward': {
    title: 'Prämie zur Wahl',
    about: 'Die Kasse zeigt, was diesem Kunden offensteht, und sendet, was er wählt.',
  },
  'public-code': {
    title: 'Ein Code für alle',
    about: 'Ein Wort, das auf einem Plakat steht. Jeder Kunde kann es einmal nutzen, tausend Kunden insgesamt.',
  },
  'welcome-coupon': {
    title: 'Ein Coupon für jedes neue Mitglied',
    about: 'Zwei Dollar Rabatt auf den ersten größeren Einkauf, innerhalb von dreißig Tagen.',
  },
  'birthday-drink': {
    title: 'Ein Getränk zum Geburtstag',
    about: 'Eine Woche vor dem Geburtstag, um neun Uhr morgens, ein Coupon und eine E-Mail.',
  },
  'refer-a-friend': {
    title: 'Freunde werben: beide erhalten 5 Dollar',
    about: 'Für den ersten Einkauf des Freundes, wenn er sagt, wer ihn geschickt hat.',
  },
  'referrer-coupon': {
    title: 'Ein Coupon für alle, die jemanden mitbringen',
    about: 'Der Freund bekommt nur guten Kaffee; wer ihn geworben hat, einen Coupon und eine E-Mail, die sagt, warum.',
  },
  'win-back': {
    title: 'Zurückgewinnen nach 60 Tagen',
    about:
      'Fünfzig Punkte für alle, die sechzig Tage nicht da waren, einmal im halben Jahr; nach dreißig Tagen verfallen sie.',
  },
  'first-purchase': {
    title: 'Fünfzig Punkte für den ersten Einkauf',
    about: 'Stornierte Einkäufe zählen nicht.',
  },
  'fifth-visit': {
    title: 'Der fünfte Besuch im Monat ist 5 Dollar wert',
    about: 'Der Einkauf, der gerade gemacht wird, zählt mit.',
  },
  'how-was-it': {
    title: 'Wie war es? Eine Nachricht nach zwei Tagen',
    about: 'Ein Einkauf, der inzwischen storniert ist, sendet nichts.',
  },
  'reads-german': {
    title: 'Ein Gruß an Gäste, die Deutsch lesen',
    about: 'Zwanzig Punkte im Jahr für Mitglieder, die Deutsch lesen, ob in Berlin, Wien oder Zürich.',
  },
  newsletter: {
    title: 'Neuigkeiten nur für die, die sie wünschen',
    about: 'Am Ersten des Monats, an Mitglieder, die auf der Liste News stehen.',
  },
  'free-bun-a-day': {
    title: 'Ein Gratisgebäck je Filiale und Tag',
    about: 'Für den ersten Kunden des Tages, in jeder Filiale.',
  },
  limits: {
    title: 'Zweimal am Tag, zehnmal im Monat',
    about: 'Grenzen lassen sich verbinden: alle müssen es zulassen.',
  },
  'gift-card-block': {
    title: 'Was eine Geschenkkarte nicht kaufen kann',
    about: 'Eine Regel kann einen Einkauf ablehnen. Ihre Nachricht liest, wer an der Kasse steht.',
  },
  experiment: {
    title: 'Wirkt es? Ein Zehntel der Mitglieder bekommt es nie',
    about:
      'Ein Zehntel der Karten bekommt es nie, die anderen werden in zwei Hälften geteilt. Was jede Seite kauft, wird festgehalten, damit der Unterschied messbar ist.',
  },
}
