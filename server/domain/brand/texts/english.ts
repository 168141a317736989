import type { TextName } from './texts.ts'

/** What the service itself says to customers, in English. */
export const english: Readonly<Record<TextName, string>> = {
  reply: 'YES',
  optInSms: '{{ brand.name }}: reply {{ reply }} to confirm that you want messages from us.',
  optInEmailSubject: 'Welcome to messages from {{ brand.name }}',
  optInEmail: 'You have agreed to receive e-mail from {{ brand.name }}.',
  confirmEmailSubject: '{{ brand.name }}: please confirm your address',
  confirmEmail: '{{ brand.name }} was asked to send messages to this address. Please confirm that you want them.',
  unsubscribeLine: 'To stop receiving e-mail from {{ brand.name }}:',
  unsubscribeListLine: 'To stop receiving {{ list }} from {{ brand.name }}:',
  unsubscribeLink: 'Unsubscribe',
  unsubscribeAsk: 'Do you want to stop receiving these e-mails from {{ brand.name }}?',
  unsubscribeButton: 'Unsubscribe',
  unsubscribeDone: 'Done. You will no longer receive these e-mails from {{ brand.name }}.',
  confirmAsk: 'Do you want to receive e-mail from {{ brand.name }} at this address?',
  confirmButton: 'Confirm',
  confirmDone: 'Thank you. You have confirmed that you want to receive e-mail from {{ brand.name }}.',
  nothingToConfirm: 'There is nothing left to confirm: {{ brand.name }} sends no e-mail to this address.',
  tryAgain: 'This did not work. Please try again in a minute.',
}
