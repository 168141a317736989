import type { Texts } from '../../texts/shape.ts'
import type { DescribedReport } from './report-answer.ts'

interface ReportWords {
  /** What somebody wants to know. */
  readonly question: string
  /** What the report tells. */
  readonly tells: string
  /** How its figures are made; absent: the report itself says so. */
  readonly how?: string
}

/** A report in the words of its reader. One that the texts do not know yet says what the server says of it. */
export function reportWords(
  { name, about }: Pick<DescribedReport, 'name' | 'about'>,
  { known }: Texts['reports'],
): ReportWords {
  const words = known as Readonly<Record<string, ReportWords>>
  return Object.hasOwn(words, name) && words[name] ? words[name] : { question: name, tells: about }
}
