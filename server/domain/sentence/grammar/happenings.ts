import { gap, numberIn, type Raw, rawIn, textIn } from '../../brand/facts/draft.ts'
import type { RuleParts } from '../parts.ts'
import { counted, named } from './counts.ts'
import type { DayPhrases } from './phrases.ts'
import { scheduleWords } from './recurrence.ts'
import { atHour } from './times.ts'
import type { Voice } from './voice.ts'

/** What a rule waits for, other than a purchase. */
export function happeningWords({ rule, trigger, phrases }: RuleParts, voice: Voice): string {
  const p = voice.words.happenings
  const event = phrases.find(({ slot }) => slot === 'event')?.text
  switch (trigger) {
    case 'date':
      return rule.schedule === undefined
        ? dateWords(rawIn(rule.date), voice)
        : scheduleWords(rawIn(rule.schedule), voice)
    case 'segment': {
      const { id, on } = rawIn(rule.segment)
      const name = id === undefined ? gap : voice.words.lists.quoted(voice.called('segment', id))
      return on === 'leave' ? p.leaves(name) : p.joins(name)
    }
    case 'tier':
      return tierWords(rawIn(rule.tier), voice)
    case 'message':
      return p.writes(event)
    case 'refer':
      return p.isReferred
    case 'choice':
      return p.isChosen
    case 'social':
      return p.isSocial
    case 'custom':
      return p.isTriggered
    case 'request':
      return p.happens(event)
    default:
      return p.unknown
  }
}

function tierWords({ on, level }: Raw, { words, called }: Voice): string {
  const { reaches, loses, keeps } = words.happenings
  const name = level === undefined ? undefined : called('tierLevel', level)
  if (on === 'down') return loses(name)
  return on === 'keep' ? keeps(name) : reaches(name)
}

function dateWords({ of, offsetDays, hour }: Raw, voice: Voice): string {
  const p = voice.words.happenings
  const [on, from] = dayWords(textIn(of) ?? '', voice)
  const offset = offsetDays === undefined ? 0 : numberIn(offsetDays)
  const at = atHour(hour, voice)
  if (offset === 0) return `${on}${at}`
  if (offset === undefined) return `${p.beforeOrAfter(from)}${at}`
  const days = counted(Math.abs(offset), p.days, voice)
  return `${offset < 0 ? p.before(days, from) : p.after(days, from)}${at}`
}

function dayWords(of: string, { words, called }: Voice): DayPhrases {
  const { dates, ownDate, unknownDate } = words.happenings
  const own = /^demographic:(.+)$/.exec(of)?.[1]
  if (own !== undefined) return ownDate(words.lists.quoted(called('demographicField', own)))
  return named(dates, of) ?? unknownDate
}
