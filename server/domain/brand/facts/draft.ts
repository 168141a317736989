/** Anything of a draft may be missing or of a wrong type while somebody types, so nothing of it is taken for granted. */
export type Raw = Readonly<Record<string, unknown>>

/** Stands for what nobody has filled in yet. */
export const gap = '…'

export function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function rawIn(value: unknown): Raw {
  return isRaw(value) ? value : {}
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** One value, or several of them. */
export function severalIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === null ? [] : [value]
}

/** Long texts would hide the rest of a sentence. */
const charactersMax = 120

export function textIn(value: unknown): string | undefined {
  const text = Number.isFinite(value) ? String(value) : value
  if (typeof text !== 'string' || text.trim() === '') return undefined
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > charactersMax ? `${line.slice(0, charactersMax - 1).trimEnd()}…` : line
}

/** A text for customers: as it is, or of those by language the first that is wanted, else the first that there is. */
export function spokenIn(value: unknown, wanted: readonly string[] = []): unknown {
  if (!isRaw(value)) return value
  const language = wanted.find((one) => Object.hasOwn(value, one)) ?? Object.keys(value)[0]
  return language === undefined ? undefined : value[language]
}

/** The languages of a brand file. */
export const languagesIn = (file: unknown): readonly string[] =>
  listIn(rawIn(rawIn(file).brand).languages).filter((one) => typeof one === 'string')

/** Files may write decimals as texts. */
export function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** `gift-cards` is `gift cards`, `favoriteDrink` is `favorite drink`; codes such as `L1` and `A-17` stay. */
export function spoken(id: string): string {
  if (!/^[a-z][a-zA-Z]*([-_][a-zA-Z]+)*$/.test(id)) return id
  return id.replace(/[-_]/g, ' ').replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
}
