type Section = Readonly<Record<string, unknown>>

/**
 * A brand file with further sections: things with the same name are one thing, further ones are added. So a recipe says
 * only what it adds to a file.
 */
export function mergeSections(file: Section, more: Section): Section {
  const merged = Object.entries(more).map(([key, value]) => [key, merge(file[key], value)])
  return { ...file, ...Object.fromEntries(merged) }
}

function merge(before: unknown, more: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(more)) return mergeLists(before, more)
  return isSection(before) && isSection(more) ? mergeSections(before, more) : more
}

function mergeLists(before: readonly unknown[], more: readonly unknown[]): unknown[] {
  const names = new Map(before.map((one, index) => [nameOf(one) ?? one, index]))
  const result = [...before]
  for (const one of more) {
    const index = names.get(nameOf(one) ?? one)
    if (index === undefined) result.push(one)
    else result[index] = merge(before[index], one)
  }
  return result
}

const isSection = (value: unknown): value is Section =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function nameOf(value: unknown): string | undefined {
  if (!isSection(value)) return undefined
  const name = value.id ?? value.sku ?? value.uuid ?? value.name ?? value.categoryId ?? value.key
  return name === undefined ? undefined : String(name)
}
