/** How a list of values is changed. */
export interface ListChange<T> {
  readonly mode: ListMode
  readonly values?: readonly T[] | undefined
}

export const listModes = ['overwrite', 'append', 'appendUnique'] as const
export type ListMode = (typeof listModes)[number]

/** No list of an account is longer: it is read and written as a whole. */
export const listEntriesMax = 1000

/** The list as it becomes. Overwriting with nothing empties it; appending nothing leaves it. */
export function changeList<T>(before: readonly T[], { mode, values = [] }: ListChange<T>): readonly T[] {
  switch (mode) {
    case 'overwrite':
      return values
    case 'append':
      return [...before, ...values]
    case 'appendUnique':
      return [...before, ...new Set(values.filter((value) => !before.includes(value)))]
  }
}
