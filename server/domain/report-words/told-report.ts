import type { ReportWords } from './en.ts'

interface ReportInWords {
  /** What somebody wants to know. */
  readonly question: string
  /** What the report tells. */
  readonly tells: string
  /** How its figures are made; absent: the report itself says so. */
  readonly how?: string
}

/** A report in the words of its reader. One that the words do not know yet says what the server says of it. */
export function toldReport(
  { name, about }: { readonly name: string; readonly about: string },
  { known }: Pick<ReportWords, 'known'>,
): ReportInWords {
  const words: Readonly<Record<string, ReportInWords>> = known
  return Object.hasOwn(words, name) && words[name] ? words[name] : { question: name, tells: about }
}
