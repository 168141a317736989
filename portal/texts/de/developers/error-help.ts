import type { Texts } from '../../shape.ts'

export const errorHelp: Texts['errorHelp'] = {
  1: {
    what: 'Im Server ging etwas Unerwartetes schief.',
    todo: 'Nennen Sie dem Betreiber die requestRef: Darunter steht mehr im Protokoll. Wiederholen Sie den Aufruf mit derselben customRequestId.',
  },
  2: {
    what: 'Keine Karte der Marke hat diese Nummer.',
    todo: 'Prüfen Sie die Nummer und den Header Brand. Eine neue Karte muss erst erzeugt oder eingelesen werden.',
  },
  3: {
    what: 'Ein Aufruf mit dieser customRequestId ist bereits gelungen.',
    todo: 'Wiederholen Sie ihn nicht: Er ist geschehen. Der Header Purser-Original-Request nennt den früheren. Nehmen Sie für jeden neuen Aufruf eine neue Kennung.',
  },
  6: {
    what: 'Es wurde keine Kartennummer genannt.',
    todo: 'Senden Sie cardNumber; null und ein leerer Text zählen nicht.',
  },
  10: {
    what: 'Die PIN der Karte ist falsch.',
    todo: 'Fragen Sie den Kunden noch einmal. Nach mehreren falschen wartet die Karte eine Weile.',
  },
  13: {
    what: 'Der Betrag liegt außerhalb von Guthaben oder Grenzen.',
    todo: 'Sehen Sie das Guthaben der Karte und die Grenzen der Wertart an. Ein Storno scheitert so, wenn der Wert schon ausgegeben ist.',
  },
  16: {
    what: 'Der Kartensatz hat keine Karten mehr.',
    todo: 'Erzeugen Sie weitere Karten, oder nennen Sie einen anderen Satz.',
  },
  26: {
    what: 'Ein anderer Aufruf benutzt gerade einen der Coupons.',
    todo: 'Wiederholen Sie den Aufruf gleich, oder lassen Sie den Coupon weg.',
  },
  27: {
    what: 'Einige Coupons können nicht benutzt werden.',
    todo: 'Die Antwort nennt sie in blockingCoupons. Lassen Sie sie weg, oder senden Sie removeBlockingCoupons.',
  },
  100: {
    what: 'Die Anfrage ist nicht gültig.',
    todo: 'Die errorMessage der Antwort nennt das Feld. Vergleichen Sie die Anfrage mit der Referenz.',
  },
  101: {
    what: 'Die Anmeldung ist gescheitert.',
    todo: 'Prüfen Sie Schlüssel und Geheimnis und die Header Brand, Location und Terminal. Ist der Schlüssel gesperrt, abgelaufen oder auf andere Adressen begrenzt?',
  },
  102: {
    what: 'Standort oder Terminal sind nicht bekannt.',
    todo: 'Vergleichen Sie die Header mit den Standorten der Marke; ein Terminal gehört zu einem Standort.',
  },
  103: {
    what: 'Der Mitarbeiter wurde nicht erkannt.',
    todo: 'Senden Sie den Mitarbeiter und, wenn die Marke es verlangt, das Kennwort.',
  },
  104: {
    what: 'Das ist für die Marke nicht freigeschaltet, oder der Schlüssel darf es nicht.',
    todo: 'Sehen Sie unter Funktionen und beim Umfang des Schlüssels nach. Freischalten kann nur der Betreiber.',
  },
  105: { what: 'Unter dieser Adresse ist nichts.', todo: 'Prüfen Sie den Pfad: Er lautet /merchant/OPERATION.' },
  106: { what: 'Die HTTP-Methode ist falsch.', todo: 'Rufen Sie Operationen mit POST auf.' },
  107: { what: 'Die Anfrage ist zu groß.', todo: 'Senden Sie weniger auf einmal: Erlaubt ist 1 MiB.' },
  108: {
    what: 'Es waren zu viele Anfragen.',
    todo: 'Warten Sie so lange, wie Retry-After sagt. Geschieht es im Alltag, bitten Sie den Betreiber um eine höhere Grenze.',
  },
  109: {
    what: 'Der Server war überlastet, oder die Datenbank nicht erreichbar. Nichts wurde ausgeführt.',
    todo: 'Wiederholen Sie den Aufruf nach Retry-After mit derselben customRequestId.',
  },
  110: { what: 'Die Karte gibt es, sie ist aber noch nicht aktiv.', todo: 'Geben Sie sie zuerst aus (allocate).' },
  111: {
    what: 'Die Karte ist bereits aktiv.',
    todo: 'Es ist nichts zu tun, oder es war eine andere Nummer gemeint.',
  },
  112: {
    what: 'Der Status der Karte lässt das nicht zu.',
    todo: 'Sie ist verloren, geschlossen, abgelaufen, gesperrt oder übertragen. Reaktivieren Sie sie, oder nehmen Sie ihre Nachfolgerin.',
  },
  113: {
    what: 'Ein vorbereiteter Einkauf hat die Karte gesperrt.',
    todo: 'Schließen Sie ihn ab, brechen Sie ihn ab, oder warten Sie, bis die Sperre endet.',
  },
  114: {
    what: 'Es gibt keinen offenen vorbereiteten Einkauf mit dieser Kennung.',
    todo: 'Er ist abgelaufen, abgebrochen oder abgeschlossen. Senden Sie den ganzen Einkauf neu, ohne isSetup.',
  },
  115: {
    what: 'Das Programm der Karte hat diese Wertart nicht.',
    todo: 'Prüfen Sie balanceType und balanceCode: listValueTypes nennt die vorhandenen.',
  },
  116: { what: 'Der Betrag hat zu viele Nachkommastellen.', todo: 'Runden Sie auf die Stellen der Wertart.' },
  117: {
    what: 'Es gibt keine solche offene Reservierung.',
    todo: 'Sie ist verbraucht oder freigegeben, oder von einer anderen Karte oder Wertart.',
  },
  118: {
    what: 'Worauf verwiesen wurde, gibt es nicht.',
    todo: 'Prüfen Sie requestRef oder transactionId, und ob es dieselbe Karte ist.',
  },
  119: {
    what: 'Der Aufruf kann nicht storniert werden.',
    todo: 'Er ist es schon, oder ein Teil wurde zurückgegeben oder eingelöst. Nehmen Sie den Rest als Rückgabe.',
  },
  120: {
    what: 'Es würde mehr zurückgegeben, als gekauft wurde.',
    todo: 'Sehen Sie nach, was schon zurückgegeben wurde.',
  },
  121: { what: 'Diesen Coupon gibt es nicht.', todo: 'Prüfen Sie die Kennung und den Header Brand.' },
  122: {
    what: 'Der Zustand des Coupons lässt das nicht zu.',
    todo: 'Er ist benutzt, reserviert, gesperrt oder nicht ausgegeben. couponDetails zeigt den Zustand.',
  },
  123: {
    what: 'Der Couponsatz hat keine Coupons mehr.',
    todo: 'Erzeugen Sie weitere, oder lassen Sie den Satz neue machen.',
  },
  124: {
    what: 'Die Karte hat schon einen Coupon dieser Aktion.',
    todo: 'Es ist nichts zu tun: Einer ist die Grenze.',
  },
  125: {
    what: 'Keine Kampagne hat einen der Coupons benutzt.',
    todo: 'Lassen Sie ihn weg, oder senden Sie failOnUnusedCoupons nicht. Die Erklärung sagt, warum keine Regel ihn wollte.',
  },
  126: {
    what: 'Ein Coupon aus dem Aufruf wurde inzwischen benutzt.',
    todo: 'Nehmen Sie zuerst seine Benutzung zurück, oder senden Sie failIfCouponsUsed nicht.',
  },
  127: {
    what: 'Ein Teil des Guthabens ist reserviert.',
    todo: 'Lösen Sie die Reservierung zuerst ein, oder geben Sie sie frei.',
  },
  128: {
    what: 'Die Übertragung ist nicht möglich.',
    todo: 'Übertragen Sie zuerst von der alten Karte weg, und auf die neue nur einmal.',
  },
  129: { what: 'Die Karte hat keine solche Unterkarte.', todo: 'Prüfen Sie childCardNumber.' },
  130: {
    what: 'Die Nummer der Unterkarte ist vergeben.',
    todo: 'Wählen Sie eine andere: Unter einer Hauptkarte gibt es jede nur einmal.',
  },
  131: {
    what: 'Das kann keine Telefonnummer sein.',
    todo: 'Senden Sie sie mit Landesvorwahl, etwa +49 30 1234567.',
  },
  132: {
    what: 'Das Kundenfeld gibt es nicht, oder sein Wert passt nicht.',
    todo: 'Vergleichen Sie es mit den Kundenfeldern unter Einstellungen.',
  },
  133: {
    what: 'Für die Währung gibt es keinen Kurs.',
    todo: 'Ergänzen Sie ihn in den Wechselkursen der Marke.',
  },
  134: {
    what: 'Eine Kampagnenregel hat den Einkauf abgelehnt.',
    todo: 'Dafür ist die Regel da: Zeigen Sie dem Kunden ihren Text. Die Erklärung nennt die Regel.',
  },
  135: {
    what: 'Der Aufruf braucht mehr Arbeit, als einer verbrauchen darf.',
    todo: 'Senden Sie weniger Artikel auf einmal, oder fragen Sie den Betreiber, welche Regel so lange braucht.',
  },
  136: {
    what: 'Niemand weiß, ob es geschehen ist: Die Verbindung zur Datenbank brach ab.',
    todo: 'Wiederholen Sie den Aufruf mit derselben customRequestId: Er wirkt genau einmal.',
  },
}
