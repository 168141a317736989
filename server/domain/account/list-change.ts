/** How a list of values is changed. */
export interface ListChange<T> {
  readonly mode: ListMode
  readonly values?: readonly T[] | undefined
}

export const listModes = ['overwrite', 'append', 'appendUnique'] as const
export type ListMode = (typeof listModes)[number]

/** Lists of an account are read and written as a whole, so they must not grow without limit. */
export const listEntriesMax = 1000

/** The changed list. Overwriting with nothing empties it; appending nothing leaves it as it is. */
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
