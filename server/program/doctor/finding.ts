/** `skipped`: it could not be looked at, because something else is missing. */
export type Level = 'ok' | 'warning' | 'problem' | 'skipped'

/** What was found about one point. Never a secret, and nothing about a customer. */
export interface Finding {
  readonly point: string
  readonly level: Level
  readonly found: string
  /** What to do about it: a command or a setting. */
  readonly advice?: string
}

export const ok = (point: string, found: string): Finding => ({ point, level: 'ok', found })

export const skipped = (point: string, found: string): Finding => ({ point, level: 'skipped', found })

export const warning = (point: string, found: string, advice: string): Finding => ({
  ...{ point, level: 'warning', found, advice },
})

export const problem = (point: string, found: string, advice: string): Finding => ({
  ...{ point, level: 'problem', found, advice },
})

const namesMax = 5

/** The first few names, and how many more there are. */
export function someOf(names: readonly string[]): string {
  const shown = names.slice(0, namesMax).join(', ')
  return names.length > namesMax ? `${shown} and ${names.length - namesMax} more` : shown
}
