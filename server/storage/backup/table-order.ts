interface Reference {
  readonly table: string
  readonly references: string
}

/** Puts each table after those that it refers to, and otherwise by name. */
export function inReferenceOrder<Table extends { readonly name: string }>(
  tables: readonly Table[],
  references: readonly Reference[],
): Table[] {
  const ordered: Table[] = []
  const isPlaced = (name: string) => ordered.some((table) => table.name === name)
  const waits = ({ name }: Table) =>
    references.some(({ table, references: other }) => table === name && other !== name && !isPlaced(other))
  let left = tables.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  while (left.length > 0) {
    const next = left.find((table) => !waits(table))
    if (!next)
      throw new Error(`These tables refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}.`)
    ordered.push(next)
    left = left.filter((table) => table !== next)
  }
  return ordered
}
