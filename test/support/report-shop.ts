import assert from 'node:assert/strict'
import { sumAll } from '../../server/background/jobs/reports/daily-sums.ts'
import { type JobRoom, openJobRoom } from './job-room.ts'
import type { Shop } from './shop.ts'

export type Row = Readonly<Record<string, string>>

export const always = { from: '2000-01-01', to: '2100-01-01' }

export async function rowsOf(shop: Shop, name: string, more: object = always): Promise<Row[]> {
  return (await shop.must('report', { name, ...more })).rows as Row[]
}

/** The job, as if everything that has happened had happened a quarter of an hour ago. */
export const sumUp = (context: JobRoom) => sumAll(context, -50)

/** Looks before anything is summed, and again after everything is: it must be the same. */
export async function sameWhenSummed<Seen>(shop: Shop, look: () => Promise<Seen>): Promise<Seen> {
  const before = await look()
  await sumUp(await openJobRoom(shop))
  assert.deepEqual(await look(), before)
  return before
}

/** What is not 0 and not empty. */
export const filled = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '' && !/^-?0(\.0+)?$/.test(value)))
