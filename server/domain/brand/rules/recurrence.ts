/** A recurrence rule such as `FREQ=MONTHLY;BYMONTHDAY=1`, in the form of RFC 5545: its parts as they stand there. */
export const recurrencePairsOf = (rule: string): readonly (readonly [name: string, value: string])[] =>
  rule
    .replace(/^RRULE:/, '')
    .split(';')
    .map((part) => {
      const [name = '', value = ''] = part.split('=', 2)
      return [name, value] as const
    })

/** Its parts by name; of one that is given twice, the last. */
export const recurrencePartsOf = (rule: string): Map<string, string> => new Map(recurrencePairsOf(rule))

/** The values of a part that is a list; none if the rule does not have it. */
export const valuesOfPart = (parts: ReadonlyMap<string, string>, name: string): readonly string[] =>
  (parts.get(name) ?? '').split(',').filter((one) => one !== '')

/** The day of `DTSTART` or `UNTIL` as `yyyy-MM-dd`. What is no day stays as it is; undefined without the part. */
export const dayOfPart = (parts: ReadonlyMap<string, string>, name: 'DTSTART' | 'UNTIL'): string | undefined =>
  parts.get(name)?.replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3')
