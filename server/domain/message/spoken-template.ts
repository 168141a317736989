import { type Listener, type SpokenText, sayingFor, textFor } from '../brand/texts/spoken-text.ts'
import type { MessageTemplate } from './render.ts'

/** A template, each part of it for all customers or for each language. */
export interface SpokenTemplate {
  readonly subject?: SpokenText | undefined
  readonly body: SpokenText
  readonly html?: SpokenText | undefined
}

/** A template in the words for one reader. */
export interface TemplateInWords extends MessageTemplate {
  /** Of amounts and dates in it; absent: as in calls. */
  readonly locale?: string | undefined
}

export function templateFor({ subject, body, html }: SpokenTemplate, listener: Listener | undefined): TemplateInWords {
  const { text, locale } = sayingFor(body, listener)
  return {
    ...(subject !== undefined && { subject: textFor(subject, listener) }),
    body: text,
    ...(html !== undefined && { html: textFor(html, listener) }),
    ...(locale !== undefined && { locale }),
  }
}

/** All texts of a template, in every language. */
export const textsIn = ({ subject = '', body, html = '' }: SpokenTemplate): string[] =>
  [subject, body, html].flatMap((text) => (typeof text === 'string' ? text : Object.values(text)))

/** Whether it depends on who reads it: there are several, or something is filled in. */
export const isForReader = ({ subject = '', body, html = '' }: SpokenTemplate): boolean =>
  [subject, body, html].some((text) => typeof text !== 'string' || text.includes('{{'))
