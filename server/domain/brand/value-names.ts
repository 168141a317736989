/** What one of a value type is called, and several of it. */
export interface ValueName {
  readonly one: string
  readonly other: string
}

interface NamedType {
  readonly balanceType: string
  /** '' for those that have none. */
  readonly balanceCode: string
  readonly display?: ValueName | undefined
}

/** Both names of an entry of the file: one text is the name of any amount. */
export function displayNames(display: string | ValueName): ValueName
export function displayNames(display: string | ValueName | undefined): ValueName | undefined
export function displayNames(display: string | ValueName | undefined): ValueName | undefined {
  return typeof display === 'string' ? { one: display, other: display } : display
}

/**
 * What people call a value type where it stands alone: in reports, choices and columns. The file's own name, `Custom
 * STARS`, is for files and calls.
 */
export const valueTitle = ({ display, balanceType, balanceCode }: NamedType): string =>
  display?.other ?? (balanceCode || balanceType)

/** What so much of it is called: 1 star, 2 stars. */
export function valueNameFor(type: NamedType, amount: string | number): string {
  const title = valueTitle(type)
  return Number(amount) === 1 ? (type.display?.one ?? title) : title
}

/** Both names of an entry as a file has it, however unfinished it is. */
export function displayIn(display: unknown): ValueName | undefined {
  if (typeof display === 'string') return displayNames(display)
  if (typeof display !== 'object' || display === null) return undefined
  const { one, other } = display as { readonly one?: unknown; readonly other?: unknown }
  return typeof one === 'string' && typeof other === 'string' ? { one, other } : undefined
}
