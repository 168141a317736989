import { toldReport } from '../../../../server/domain/report-words/told-report.ts'
import type { Mood } from '../../../parts/status-badge.tsx'
import type { Texts } from '../../../texts/shape.ts'
import type { MailReceiver, ReportMail } from './mail-answer.ts'

export const hourWords = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** When it is sent, as a sentence. */
export function whenWords({ every, weekDay = 1, monthDay = 1, hour }: ReportMail, texts: Texts['reportMails']): string {
  const at = hourWords(hour)
  if (every === 'day') return texts.daily(at)
  if (every === 'week') return texts.weekly(texts.weekDays[weekDay - 1] ?? '', at)
  return monthDay === -1 ? texts.monthlyLast(at) : texts.monthly(monthDay, at)
}

export const questionOf = ({ report }: Pick<ReportMail, 'report'>, texts: Texts['reports']) =>
  toldReport({ name: report, about: '' }, texts).question

/** What it tells of, and how it is divided. */
export function aboutWords({ period, by, perDay }: ReportMail, { reports, reportMails }: Texts): string {
  return [
    period === undefined ? reportMails.now : reportMails.periods[period],
    ...(by === undefined ? [] : [reportMails.by(wayWords(by, reports))]),
    ...(perDay ? [reportMails.perDay] : []),
  ].join(' · ')
}

export const wayWords = (way: string, { words }: Texts['reports']) =>
  Object.hasOwn(words, way) ? words[way as keyof typeof words] : way

export interface MailStanding {
  readonly mood: Mood
  readonly words: string
  /** Why, if it did not arrive. */
  readonly why?: string
}

/** How it stands with a receiver. What keeps them from getting the next one says more than what became of the last. */
export function standingWords(receiver: MailReceiver, { reportMails, messages }: Texts): MailStanding {
  const { state, reason, attempts = 0, hindrance } = receiver
  const { states } = reportMails
  if (hindrance !== undefined) {
    const mood = hindrance === 'stopped' ? 'neutral' : 'attention'
    return { mood, words: reportMails.hindrances[hindrance] }
  }
  const why = reason === undefined ? {} : { why: reasonWords(reason, { reportMails, messages }) }
  if (state === 'sent') return { mood: 'good', words: states.sent }
  if (state === 'failed') return { mood: 'bad', words: states.failed, ...why }
  if (state === 'notSent') return { mood: 'attention', words: states.notSent, ...why }
  if (state === 'waiting' && attempts > 0) return { mood: 'attention', words: states.retried, ...why }
  return state === 'waiting' ? { mood: 'waiting', words: states.waiting } : { mood: 'neutral', words: states.none }
}

export function reasonWords(
  reason: string,
  { reportMails, messages }: Pick<Texts, 'reportMails' | 'messages'>,
): string {
  const own: Readonly<Record<string, string>> = reportMails.hindrances
  const sending: Readonly<Record<string, string>> = messages.reasons
  if (Object.hasOwn(own, reason)) return own[reason] ?? reason
  return Object.hasOwn(sending, reason) ? (sending[reason] ?? reason) : reason
}
