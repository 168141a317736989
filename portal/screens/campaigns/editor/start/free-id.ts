import { ask } from '../../../../ask/ask.ts'

const triedMax = 200

/** An id that nothing of this kind has; people never see it. */
export async function freeId(noun: 'campaign' | 'segment', brand: string): Promise<string> {
  const ids = Array.from({ length: triedMax }, (_, index) => (index === 0 ? noun : `${noun}-${index + 1}`))
  const { names } = await ask('findNames', { noun, ids, count: triedMax }, brand)
  const taken = new Set(names.map((one) => one.id))
  return ids.find((one) => !taken.has(one)) ?? `${noun}-${taken.size + 1}`
}
