/** Die Kampagnen des Kochbuchs auf Deutsch. Was hier fehlt, steht dort, wie es im Kochbuch steht. */
export const recipeGroups: Readonly<Record<string, string>> = {
  'Points and rewards': 'Punkte und Prämien',
  Discounts: 'Rabatte',
  'Coupons and codes': 'Coupons und Codes',
  Friends: 'Freunde',
  'Coming back': 'Wiederkommen',
  'Bounds and experiments': 'Grenzen und Versuche',
}

export const recipeTitles: Readonly<Record<string, string>> = {
  'A point for every dollar': 'Ein Punkt für jeden Dollar',
  'Double points on Tuesdays for gold members': 'Dienstags doppelte Punkte für Goldmitglieder',
  '5 % off for silver members or better': '5 % Rabatt für Silbermitglieder und besser',
  'A gift when somebody reaches gold': 'Ein Geschenk, wenn jemand Gold erreicht',
  'Ten espressos, the next one is free': 'Zehn Espressi, der nächste ist gratis',
  'A hundred points are a dollar': 'Hundert Punkte sind ein Dollar',
  'A star for every bun, five at the most': 'Ein Stern für jedes Gebäck, höchstens fünf',
  'Triple points on the weekend': 'Dreifache Punkte am Wochenende',
  'Buy 3, get the cheapest free': '3 kaufen, das günstigste ist gratis',
  'A bun for half the price with a coffee, in the morning': 'Morgens zum Kaffee ein Gebäck zum halben Preis',
  'Spend 50, 100, 150: 5, 12, 20 off': 'Ab 50, 100, 150: 5, 12, 20 Rabatt',
  '10 % off everything except gift cards': '10 % auf alles außer Geschenkkarten',
  '10 % off, at most 500 dollars a day for all stores': '10 % Rabatt, höchstens 500 Dollar am Tag für alle Filialen',
  'Three buns for 10 dollars': 'Drei Gebäcke für 10 Dollar',
  'A sandwich with any drink: the drink for 2 dollars': 'Sandwich mit Getränk: das Getränk für 2 Dollar',
  'Happy hour by store': 'Happy Hour je Filiale',
  'Staff discount': 'Mitarbeiterrabatt',
  'Free shipping from 35 dollars': 'Versandkostenfrei ab 35 Dollar',
  'An advent calendar': 'Ein Adventskalender',
  'Choose your reward': 'Prämie zur Wahl',
  'One code for everybody': 'Ein Code für alle',
  'A coupon for every new member': 'Ein Coupon für jedes neue Mitglied',
  'A drink for the birthday': 'Ein Getränk zum Geburtstag',
  'Refer a friend, both get 5 dollars': 'Freunde werben: beide erhalten 5 Dollar',
  'A coupon for whoever brought a friend': 'Ein Coupon für alle, die jemanden mitbringen',
  'Win-back after 60 days': 'Zurückgewinnen nach 60 Tagen',
  'Fifty points for the first purchase': 'Fünfzig Punkte für den ersten Einkauf',
  'The fifth visit of a month is worth 5 dollars': 'Der fünfte Besuch im Monat ist 5 Dollar wert',
  'How was it? A message two days later': 'Wie war es? Eine Nachricht nach zwei Tagen',
  'News, only to those who asked for it': 'Neuigkeiten nur für die, die sie wünschen',
  'One free bun per store and day': 'Ein Gratisgebäck je Filiale und Tag',
  'Twice a day, ten times a month': 'Zweimal am Tag, zehnmal im Monat',
  'What a gift card cannot buy': 'Was eine Geschenkkarte nicht kaufen kann',
  'Does it work? A tenth of the members never get it': 'Wirkt es? Ein Zehntel der Mitglieder bekommt es nie',
}

export const recipeAbouts: Readonly<Record<string, string>> = {
  'A point for every dollar':
    'Ganze Dollar zählen, nach allen Rabatten. Die Punkte verfallen am Ende des nächsten Jahres, damit niemand ein Datum nachsehen muss.',
  'Double points on Tuesdays for gold members':
    'Die Stufe ergibt sich daraus, was ein Mitglied dieses Jahr ausgegeben hat. Der Einkauf, der sie erreicht, zählt schon.',
  '5 % off for silver members or better':
    'Stufen haben eine Reihenfolge: Silber ist die niedrigste, Gold die nächste. Alle ab Silber bekommen den Rabatt.',
  'A gift when somebody reaches gold':
    'Geschieht in dem Einkauf, der die Stufe erreicht. Wird er storniert, gehen Stufe und Geschenk mit ihm.',
  'Ten espressos, the next one is free':
    'Ein Stempel für jeden Espresso. Zehn Stempel bezahlen einen Espresso des nächsten Einkaufs.',
  'A hundred points are a dollar':
    'Punkte werden in ganzen Hundertern zu Geld, in dem Einkauf, der sie erreicht. Was übrig ist, bleibt.',
  'A star for every bun, five at the most': 'Alles aus der Kategorie Gebäck zählt; ein Einkauf bringt höchstens fünf.',
  'Triple points on the weekend': 'Es gilt nur eine von zwei Regeln: unter der Woche die erste, sonst die zweite.',
  'Buy 3, get the cheapest free': 'Von je drei Getränken ist das günstigste gratis.',
  'A bun for half the price with a coffee, in the morning': 'Ein Gebäck für jeden Kaffee, höchstens drei je Einkauf.',
  'Spend 50, 100, 150: 5, 12, 20 off': 'Die beste Stufe steht zuerst; von den Regeln einer Gruppe gilt nur eine.',
  '10 % off everything except gift cards': 'Eine Geschenkkarte ist Geld: ein Rabatt darauf wäre geschenktes Geld.',
  '10 % off, at most 500 dollars a day for all stores':
    'Das Budget wird auf den Cent eingehalten, gleich wie viele Kassen zugleich verkaufen. Der Einkauf, der es erreicht, bekommt den Rest.',
  'Three buns for 10 dollars': 'Je drei kosten zusammen den Gruppenpreis; einzelne kosten, was sie kosten.',
  'A sandwich with any drink: the drink for 2 dollars':
    'Von mehreren Getränken wird das teuerste günstiger, eines für jedes Sandwich.',
  'Happy hour by store': 'Jede Filiale hat ihre eigene Stunde und damit ihre eigene Regel.',
  'Staff discount':
    'Mitarbeiter haben Karten aus einem eigenen Satz. Ein Viertel auf Essen und Trinken, einmal am Tag, höchstens zehn Dollar.',
  'Free shipping from 35 dollars':
    'Punkte und andere Regeln bleiben davon unberührt: Versand gehört nicht zur Summe. Es zählt, was nach allen Rabatten zu zahlen ist.',
  'An advent calendar': 'Jede Tür ist eine Regel mit eigenen Tagen. Hier sind drei davon.',
  'Choose your reward': 'Die Kasse zeigt, was diesem Kunden offensteht, und sendet, was er wählt.',
  'One code for everybody':
    'Ein Wort, das auf einem Plakat steht. Jeder Kunde kann es einmal nutzen, tausend Kunden insgesamt.',
  'A coupon for every new member': 'Zwei Dollar Rabatt auf den ersten größeren Einkauf, innerhalb von dreißig Tagen.',
  'A drink for the birthday': 'Eine Woche vor dem Geburtstag, um neun Uhr morgens, ein Coupon und eine E-Mail.',
  'Refer a friend, both get 5 dollars': 'Für den ersten Einkauf des Freundes, wenn er sagt, wer ihn geschickt hat.',
  'A coupon for whoever brought a friend':
    'Der Freund bekommt nur guten Kaffee; wer ihn geworben hat, einen Coupon und eine E-Mail, die sagt, warum.',
  'Win-back after 60 days':
    'Fünfzig Punkte für alle, die sechzig Tage nicht da waren, einmal im halben Jahr; nach dreißig Tagen verfallen sie.',
  'Fifty points for the first purchase': 'Stornierte Einkäufe zählen nicht.',
  'The fifth visit of a month is worth 5 dollars': 'Der Einkauf, der gerade gemacht wird, zählt mit.',
  'How was it? A message two days later': 'Ein Einkauf, der inzwischen storniert ist, sendet nichts.',
  'News, only to those who asked for it': 'Am Ersten des Monats, an Mitglieder, die auf der Liste News stehen.',
  'One free bun per store and day': 'Für den ersten Kunden des Tages, in jeder Filiale.',
  'Twice a day, ten times a month': 'Grenzen lassen sich verbinden: alle müssen es zulassen.',
  'What a gift card cannot buy':
    'Eine Regel kann einen Einkauf ablehnen. Ihre Nachricht liest, wer an der Kasse steht.',
  'Does it work? A tenth of the members never get it':
    'Ein Zehntel der Karten bekommt es nie, die anderen werden in zwei Hälften geteilt. Was jede Seite kauft, wird festgehalten, damit der Unterschied messbar ist.',
}
