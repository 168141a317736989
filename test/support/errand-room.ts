import type { Answer, Shop } from './shop.ts'
import { until } from './worker-room.ts'

/** Asks for an errand that must be taken. */
export async function startErrand(shop: Shop, kind: string, input: object = {}): Promise<string> {
  return (await shop.must('startErrand', { kind, input })).errandId
}

export async function lookUp(shop: Shop, errandId: string): Promise<Answer['body']> {
  return shop.must('errandLookup', { errandId })
}

/** The errand once it is in this state; fails if it ends in another. */
export async function whenState(shop: Shop, errandId: string, state: string, seconds = 60): Promise<Answer['body']> {
  let errand: Answer['body']
  const isSo = async () => {
    errand = await lookUp(shop, errandId)
    if (errand.endedDate && errand.state !== state) throw new Error(JSON.stringify(errand))
    return errand.state === state
  }
  await until(`the errand is ${state}`, isSo, seconds)
  return errand
}

/** Until it has said how far it is. */
export async function whenBegun(shop: Shop, errandId: string, atLeast = 0, seconds = 60): Promise<Answer['body']> {
  let errand: Answer['body']
  const isSo = async () => {
    errand = await lookUp(shop, errandId)
    if (errand.endedDate) throw new Error(JSON.stringify(errand))
    return errand.state === 'running' && (errand.done ?? -1) >= atLeast
  }
  await until('it says how far it is', isSo, seconds)
  return errand
}
