import type { TextName } from './texts.ts'

/** What the service itself says to customers, in German. */
export const german: Readonly<Record<TextName, string>> = {
  reply: 'JA',
  optInSms: '{{ brand.name }}: Antworten Sie mit {{ reply }}, wenn Sie Nachrichten von uns erhalten möchten.',
  optInEmailSubject: 'Willkommen bei den Nachrichten von {{ brand.name }}',
  optInEmail: 'Sie haben zugestimmt, E-Mails von {{ brand.name }} zu erhalten.',
  confirmEmailSubject: '{{ brand.name }}: Bitte bestätigen Sie Ihre Adresse',
  confirmEmail:
    '{{ brand.name }} wurde gebeten, Nachrichten an diese Adresse zu senden. Bitte bestätigen Sie, dass Sie das möchten.',
  unsubscribeLine: 'Wenn Sie keine E-Mails von {{ brand.name }} mehr erhalten möchten:',
  unsubscribeListLine: 'Wenn Sie {{ list }} von {{ brand.name }} nicht mehr erhalten möchten:',
  unsubscribeLink: 'Abmelden',
  unsubscribeAsk: 'Möchten Sie diese E-Mails von {{ brand.name }} nicht mehr erhalten?',
  unsubscribeButton: 'Abmelden',
  unsubscribeDone: 'Erledigt. Sie erhalten diese E-Mails von {{ brand.name }} nicht mehr.',
  confirmAsk: 'Möchten Sie unter dieser Adresse E-Mails von {{ brand.name }} erhalten?',
  confirmButton: 'Bestätigen',
  confirmDone: 'Vielen Dank. Sie haben bestätigt, dass Sie E-Mails von {{ brand.name }} erhalten möchten.',
  nothingToConfirm: 'Es gibt nichts mehr zu bestätigen: {{ brand.name }} sendet keine E-Mails an diese Adresse.',
  tryAgain: 'Das hat nicht funktioniert. Bitte versuchen Sie es in einer Minute noch einmal.',
}
