/**
 * What the service itself says to customers: opt-in messages, the line that every e-mail ends with, and the pages that
 * links lead to. Each text may name the brand as {{ brand.name }}; optInSms also the
 * answer that confirms, {{ reply }}, and unsubscribeListLine the list, {{ list }}.
 */
export const textNames = [
  'reply',
  'optInSms',
  'optInEmailSubject',
  'optInEmail',
  'confirmEmailSubject',
  'confirmEmail',
  'unsubscribeLine',
  'unsubscribeListLine',
  'unsubscribeLink',
  'unsubscribeAsk',
  'unsubscribeButton',
  'unsubscribeDone',
  'confirmAsk',
  'confirmButton',
  'confirmDone',
  'nothingToConfirm',
  'tryAgain',
] as const

export type TextName = (typeof textNames)[number]

/** Some of the texts, such as those that a brand words differently. */
export type SomeTexts = { readonly [N in TextName]?: string }
