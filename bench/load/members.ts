import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Shop } from '../site.ts'
import { numberBase } from '../stock.ts'
import { callOnce } from './call-once.ts'

interface Crowd {
  readonly tokens: readonly string[]
  readonly everyMs: number
}

export interface CrowdResult {
  readonly loads: number
  readonly failures: number
  /** The milliseconds that a page took. */
  readonly times: readonly number[]
}

/** Tokens of the first cards, as a merchant's server gets them for its members. */
export async function letIn(shop: Shop, count: number): Promise<string[]> {
  const tokens: string[] = []
  for (let card = 1; card <= count; card += 1) {
    const asked = { cardNumber: String(numberBase + card), minutes: 60 }
    const { token } = (await callOnce(shop, '/merchant/memberToken', asked)) as { readonly token?: string }
    if (token === undefined) throw new Error('memberToken was refused.')
    tokens.push(token)
  }
  return tokens
}

/** Members who look at their card again and again, each on a connection and from an address of their own. */
export function startCrowd({ server, brand }: Shop, { tokens, everyMs }: Crowd) {
  const agent = new Agent({ keepAlive: true, maxSockets: tokens.length })
  const times: number[] = []
  let isOver = false
  let failures = 0
  const load = (token: string, place: number) =>
    new Promise<void>((done) => {
      const began = performance.now()
      const headers = {
        cookie: `purser_member=${token}`,
        'accept-encoding': 'br',
        'purser-again': '1',
        'x-forwarded-for': `10.0.${place >> 8}.${place & 255}`,
      }
      get({ port: server.port, path: `/m/${brand}`, agent, headers }, (response) => {
        response.resume()
        response.on('end', () => {
          if (response.statusCode !== 200 || response.headers['purser-card'] !== '1') failures += 1
          times.push(performance.now() - began)
          done()
        })
      }).on('error', () => {
        failures += isOver ? 0 : 1
        done()
      })
    })
  const keepLooking = async (token: string, place: number) => {
    // Nobody begins together with all others.
    await wait((everyMs * place) / tokens.length)
    while (!isOver) {
      const began = performance.now()
      await load(token, place)
      await wait(Math.max(0, everyMs - (performance.now() - began)))
    }
  }
  const all = Promise.all(tokens.map(keepLooking))
  return {
    async stop(): Promise<CrowdResult> {
      isOver = true
      await all
      agent.destroy()
      return { loads: times.length, failures, times }
    },
  }
}
