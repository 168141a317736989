import { parseText } from '../../../domain/brand/reading/parse-text.ts'
import { allSteps } from '../../../ground/kernel/steps.ts'
import { answerEach } from '../../../ground/waiting/answer-each.ts'
import { fileText } from './file-text.ts'
import { packText, type SentText } from './sent-text.ts'

/** Texts to be read, or an object to be written as one. */
export type TextWork =
  | { readonly kind: 'read'; readonly texts: readonly string[] }
  | { readonly kind: 'write'; readonly json: string }

export type DoneText =
  | { readonly kind: 'read'; readonly texts: readonly SentText[] }
  | { readonly kind: 'write'; readonly text: string }

answerEach(
  (work: TextWork): DoneText =>
    work.kind === 'write'
      ? { kind: 'write', text: fileText(JSON.parse(work.json)) }
      : { kind: 'read', texts: work.texts.map((text) => packText(allSteps(parseText(text)))) },
)
