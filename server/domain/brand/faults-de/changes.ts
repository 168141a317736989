/** What keeps a change of a brand from being made, though its file is sound. A star stands for a value. */
export const changes: readonly (readonly [english: string, german: string])[] = [
  [
    'there is no such brand yet; apply its first file without a time',
    'diese Marke gibt es noch nicht; wenden Sie ihre erste Datei ohne Termin an',
  ],
  ['there is no such brand', 'diese Marke gibt es nicht'],
  ['* is not a time such as 2026-12-01 00:00:00', '* ist kein Zeitpunkt wie 2026-12-01 00:00:00'],
  ['this time has passed; give one in the future', 'dieser Zeitpunkt ist vorbei; geben Sie einen künftigen an'],
  [
    'a secret cannot wait for its time; apply it before',
    'ein Geheimnis kann nicht auf einen Termin warten; wenden Sie es vorher an',
  ],
  [
    'listed cards cannot wait for their time; apply them before',
    'aufgezählte Karten können nicht auf einen Termin warten; wenden Sie sie vorher an',
  ],
  [
    'numbers with * random digits can be guessed; make length at least * more than the prefix',
    'Nummern mit * zufälligen Ziffern lassen sich erraten; length muss mindestens * länger als prefix sein',
  ],
  ['has fewer than * characters and can be guessed', 'hat weniger als * Zeichen und lässt sich erraten'],
  [
    'PINs of fewer than * digits can be guessed; 0 means cards without a PIN',
    'PINs mit weniger als * Ziffern lassen sich erraten; 0 bedeutet Karten ohne PIN',
  ],
  [
    'belongs to the program *; a card set cannot move to another program',
    'gehört zum Programm *; ein Kartensatz kann nicht in ein anderes Programm wechseln',
  ],
  [
    'are missing; add them, or apply the file with `purser brand apply`, which generates one and shows it',
    'fehlen; ergänzen Sie sie, oder wenden Sie die Datei mit `purser brand apply` an, das eines erzeugt und zeigt',
  ],
  [
    'a key of this name was created by hand; choose another name',
    'ein Schlüssel dieses Namens wurde von Hand angelegt; wählen Sie einen anderen Namen',
  ],
  ['is * and cannot become *', 'ist * und kann nicht * werden'],
  ['can only be extended; it must begin with *', 'kann nur erweitert werden; es muss mit * beginnen'],
  ['only the operator can enable *', 'nur der Betreiber kann * freischalten'],
  [
    'the key that sends the file cannot grant more rights than it has itself',
    'der Schlüssel, der die Datei sendet, kann nicht mehr Rechte geben, als er selbst hat',
  ],
  [
    'says what each role may do: only an administrator can change it',
    'sagt, was jede Rolle darf: nur ein Administrator kann es ändern',
  ],
  [
    'are changed by a draft that somebody else approves: make one, and send it to review',
    'werden durch einen Entwurf geändert, den jemand anderes freigibt: legen Sie einen an und geben Sie ihn zur Prüfung',
  ],
  ['only the operator can do without a second person', 'nur der Betreiber kann auf die zweite Person verzichten'],
  ['must be a list of campaigns', 'muss eine Liste von Kampagnen sein'],
  ['* already exist; a * set can only grow', '* gibt es schon; ein Satz kann nur wachsen'],
  ['already exists in the * set *', 'gibt es schon im Satz $2'],
  [
    'there is a coupon "*", which the code would hide; choose another code',
    'es gibt einen Coupon „*“, den der Code verdecken würde; wählen Sie einen anderen Code',
  ],
  [
    'would create * cards and coupons; at most * can be created at once here',
    'würde * Karten und Coupons erzeugen; höchstens * können hier auf einmal erzeugt werden',
  ],
  [
    'this secret is public and works only in the demo environment; make another with purser key create',
    'dieses Geheimnis ist öffentlich und gilt nur in der Demo-Umgebung; machen Sie ein anderes mit purser key create',
  ],
  [
    'has fewer than * characters and can be guessed; make one with purser key create',
    'hat weniger als * Zeichen und lässt sich erraten; machen Sie eines mit purser key create',
  ],
  [
    'no free numbers with this prefix and length are left; increase length',
    'mit diesem prefix und dieser length sind keine Nummern mehr frei; erhöhen Sie length',
  ],
  [
    'The file was exported from a version * that this brand never had: from another brand or another server. Applying it would take back *',
    'Die Datei wurde aus einer Version * exportiert, die diese Marke nie hatte: aus einer anderen Marke oder von einem anderen Server. Sie nähme zurück: *',
  ],
  [
    'No file like this was applied to the brand, which is at version *. Applying it would take back *',
    'Eine solche Datei wurde auf die Marke nie angewendet; sie ist bei Version *. Sie nähme zurück: *',
  ],
  [
    'The file is based on version *, and the brand is now at version *: somebody has changed it since. Applying it would take back *',
    'Die Datei beruht auf Version *, und die Marke ist jetzt bei Version *: jemand hat sie inzwischen geändert. Sie nähme zurück: *',
  ],
  ['must be *', 'muss * sein'],
]

/** What is wrong with rows of a table of products. */
export const productRows: readonly (readonly [english: string, german: string])[] = [
  [
    'is no CSV: a quotation mark is not closed, or stands in a field',
    'ist kein CSV: ein Anführungszeichen ist nicht geschlossen oder steht in einem Feld',
  ],
  [
    'the first line must name the columns: *; only sku is needed',
    'die erste Zeile muss die Spalten nennen: *; nötig ist nur sku',
  ],
  ['there is no column "*"; known are *', 'eine Spalte „*“ gibt es nicht; bekannt sind *'],
  ['has more than * rows: send it in parts', 'hat mehr als * Zeilen: senden Sie sie in Teilen'],
  ['has * fields, and there are * columns', 'hat * Felder, es gibt aber * Spalten'],
  ['has no sku', 'hat keine sku'],
  ['has the sku *, which line * has already', 'hat die sku *, die schon Zeile * hat'],
]
