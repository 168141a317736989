import type { Language } from '../../ground/kernel/language.ts'
import { type Permission, permissions } from './permissions.ts'

/** What a permission lets somebody do. */
export const permissionWords = (permission: Permission, language: Language): string =>
  language === 'de' ? german[permission] : permissions[permission]

const german: { readonly [P in Permission]: string } = {
  'terminal.use':
    'Kundschaft bedienen: Karten ausgeben, Guthaben zeigen, einlösen, aufladen, verkaufen und zurücknehmen; das eben Getane rückgängig machen.',
  'cards.see': 'Karten finden und ihre Geschichte lesen.',
  'cards.repair':
    'Kulanz geben, stornieren, übertragen, eine verlorene Karte ersetzen und ihren Status ändern, innerhalb von Grenzen.',
  'cards.replace': 'Eine verlorene Karte durch eine neue ersetzen, innerhalb von Grenzen.',
  'cards.adjust': 'Guthaben durch eine Buchungskorrektur berichtigen, innerhalb von Grenzen.',
  'changes.approve': 'Freigeben, was andere nicht allein dürfen.',
  'customers.see': 'Sehen, wer hinter einer Karte steht.',
  'customers.change': 'Daten und Einwilligungen von Kundinnen und Kunden ändern.',
  'customers.erase': 'Alles herausgeben und löschen, was über jemanden aufbewahrt wird.',
  'coupons.see': 'Coupons und Codes sehen.',
  'coupons.make': 'Karten und Coupons erzeugen.',
  'messages.see': 'Nachrichten sehen und was aus ihnen wurde.',
  'messages.retry': 'Nachrichten noch einmal senden und Empfänger wieder einschalten.',
  'campaigns.see': 'Kampagnen sehen und ausprobieren.',
  'campaigns.change': 'Kampagnen ändern und veröffentlichen.',
  'configuration.see': 'Programme, Standorte, Produkte und alles andere sehen, was eingestellt ist.',
  'configuration.change': 'Ändern, was eingestellt ist.',
  'limits.change': 'Wertgrenzen, Währungen, Wechselkurse, die Zeitzone und das ändern, was Kassen nachweisen müssen.',
  'connections.change': 'Absender und Webhooks ändern: wohin Nachrichten und Daten gehen.',
  'reports.see': 'Zahlen und Berichte sehen.',
  'reports.send': 'Berichte an Benutzer des Portals per E-Mail schicken lassen.',
  'books.close': 'Einen Monat der Bücher schließen.',
  'books.reopen': 'Den zuletzt geschlossenen Monat der Bücher wieder öffnen.',
  'data.export': 'Zeilen des Hauptbuchs, der Aufrufe und der Kundschaft herausgeben.',
  'requests.see': 'Die Aufrufe von Kassen und Läden sehen, und warum Regeln gewirkt haben.',
  'webhooks.see': 'Webhooks und ihre Zustellungen sehen.',
  'webhooks.mend': 'Zustellungen noch einmal schicken.',
  'keys.manage': 'API-Schlüssel anlegen, ändern, erneuern und widerrufen.',
  'jobs.see': 'Hintergrundarbeiten und lange Arbeiten sehen.',
  'jobs.manage': 'Lange Arbeiten beginnen und abbrechen.',
  'audit.see': 'Sehen, wer was geändert hat.',
  'users.manage':
    'Benutzer einladen, ihre Rollen ändern und ihre Sitzungen beenden; Angestellte und Gruppen von Standorten ändern, und was jede Rolle allein darf.',
}
