import { ask } from '../../../../ask/ask.ts'

/** An id that nothing of this kind has, ever had, or has in a draft; people never see it. */
export async function freeId(noun: 'campaign' | 'segment', brand: string): Promise<string> {
  const { key } = await ask('freeKey', { section: `${noun}s`, wish: noun }, brand)
  return key
}
