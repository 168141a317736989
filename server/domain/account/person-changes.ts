import type { Account } from './account.ts'

/** Whose field it is: the customer's, the alternate's or giver's, the brand's own, or an agreement to get messages. */
export const changedParts = ['customer', 'alternate', 'giver', 'own', 'optIn'] as const

/** What a call changed of a person, as it is kept for whoever asks later. Absent: nothing was there. */
export interface PersonFieldChange {
  readonly of: (typeof changedParts)[number]
  readonly field: string
  readonly before?: string
  readonly after?: string
}

/** So many are kept of a call, and so much of each: the list is for people. */
const changesMax = 60
const textMax = 200

type Fields = Readonly<Record<string, unknown>>

/** What of a person differs, field by field. */
export function personChanges(before: Account, after: Account): PersonFieldChange[] {
  const parts: readonly (readonly [PersonFieldChange['of'], Fields, Fields])[] = [
    ['customer', before.customer, after.customer],
    ['alternate', before.alternate ?? {}, after.alternate ?? {}],
    ['giver', before.giver ?? {}, after.giver ?? {}],
    ['own', before.demographics, after.demographics],
    ['optIn', optInsOf(before), optInsOf(after)],
  ]
  return parts.flatMap(([of, was, is]) => differences(of, was, is)).slice(0, changesMax)
}

function differences(of: PersonFieldChange['of'], was: Fields, is: Fields): PersonFieldChange[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return names.flatMap((field) => {
    const [before, after] = [shown(was[field]), shown(is[field])]
    if (before === after) return []
    return [{ of, field, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }]
  })
}

function shown(value: unknown): string | undefined {
  const text = Array.isArray(value) ? value.join(', ') : value
  return text === undefined || text === '' ? undefined : String(text).slice(0, textMax)
}

/** By channel: whether messages are wanted there. */
const optInsOf = ({ links = [] }: Account): Fields =>
  Object.fromEntries(
    links.flatMap(({ thirdParty, optIn }) => (optIn === undefined ? [] : [[thirdParty, optIn ? 'yes' : 'no']])),
  )
