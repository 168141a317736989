/** Days and periods of the model, in UTC. Calls are made around noon and periods end at midnight, so seconds never matter. */
export const dayMs = 86_400_000

export type Every = 'month' | 'year'

/** The last second of the month or year that comes so many after the one of this instant. */
export function endOf(every: Every, plus: number, at: number): number {
  const date = new Date(at)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return (every === 'month' ? Date.UTC(year, month + 1 + plus, 1) : Date.UTC(year + 1 + plus, 0, 1)) - 1000
}

export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7)
export const yearOf = (at: number): number => new Date(at).getUTCFullYear()

/** As the interface writes it: `yyyy-MM-dd HH:mm:ss`. */
export const written = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
