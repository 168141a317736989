type Possible<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T]

/** The fields of T. Those that may be undefined become optional. */
export type Defined<T> = Omit<T, Possible<T> & keyof T> & {
  readonly [K in Possible<T> & keyof T]?: Exclude<T[K], undefined>
}

/** The same fields without those that are undefined: what is absent is left out, here and in JSON. */
export function defined<const T extends object>(fields: T): Defined<T> {
  // On the path of every call: most objects are whole, and are handed back as they are.
  for (const key in fields) if (fields[key] === undefined) return withoutUndefined(fields)
  return fields as unknown as Defined<T>
}

function withoutUndefined<T extends object>(fields: T): Defined<T> {
  const rest: Partial<T> = {}
  for (const key in fields) if (fields[key] !== undefined) rest[key] = fields[key]
  return rest as unknown as Defined<T>
}
