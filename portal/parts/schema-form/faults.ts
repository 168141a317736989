import { isRecord } from './field.ts'

export interface Fault {
  /** Where, as the brand file's reader says it: `locations[L1].employees[E1].name`. */
  readonly path: string
  readonly message: string
}

/** What is wrong with exactly this value. */
export const faultAt = (faults: readonly Fault[], paths: readonly string[]): string | undefined => {
  const found = faults.filter(({ path }) => paths.includes(path))
  return found.length > 0 ? found.map(({ message }) => message).join(' ') : undefined
}

/** Whether something is wrong with the value, or with anything in it. */
export const hasFaultIn = (faults: readonly Fault[], paths: readonly string[]): boolean =>
  faults.some(({ path }) =>
    paths.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`)),
  )

const names = ['id', 'code', 'sku', 'cardNumber', 'name', 'uuid', 'balanceType'] as const

/** How the file's reader may call an entry of a list: by its name, or by its place. */
export function rowPaths(paths: readonly string[], row: unknown, index: number): readonly string[] {
  const own = isRecord(row) ? names.map((name) => row[name]).filter((name) => typeof name === 'string') : []
  const called = typeof row === 'string' ? [row] : [...own, ...valueTypeOf(row)]
  return paths.flatMap((path) => [`${path}[${index}]`, ...called.map((name) => `${path}[${name}]`)])
}

/** A value type is called by both of its words: `Currency USD`. */
function valueTypeOf(row: unknown): readonly string[] {
  const { balanceType, balanceCode } = isRecord(row) ? row : {}
  return typeof balanceType === 'string' && typeof balanceCode === 'string' ? [`${balanceType} ${balanceCode}`] : []
}

export const keyPaths = (paths: readonly string[], key: string): readonly string[] =>
  paths.map((path) => (path === '' ? key : `${path}.${key}`))
