type Possible<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T]

/** The fields of T. Those that may be undefined become optional. */
export type Defined<T> = Omit<T, Possible<T> & keyof T> & {
  readonly [K in Possible<T> & keyof T]?: Exclude<T[K], undefined>
}

/** The same fields without those that are undefined. */
export function defined<const T extends object>(fields: T): Defined<T> {
  const entries = Object.entries(fields)
  const isWhole = entries.every(([, value]) => value !== undefined)
  return (isWhole ? fields : Object.fromEntries(entries.filter(([, value]) => value !== undefined))) as Defined<T>
}
