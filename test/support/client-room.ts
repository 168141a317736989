import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { connectPurser, type Purser, type PurserOptions, type Warning } from '../../client/purser-client.ts'
import { type LossyProxy, openLossyProxy } from './lossy-proxy.ts'
import { openShop, type Shop, type ShopOptions } from './shop.ts'

/** How much faster time passes for a client of a test than for the test: what it waits 2 seconds for takes 2 ms. */
const haste = 1000

export interface ClientRoom {
  readonly shop: Shop
  readonly proxy: LossyProxy
  /** Through the proxy. */
  readonly purser: Purser
  /** Past it. */
  readonly direct: Purser
  /** How long the client waited between attempts, as it believes. */
  readonly waits: number[]
  readonly warnings: Warning[]
  /** Another client through the proxy. */
  connect(options?: Partial<PurserOptions>): Purser
}

/** A shop on the real server, and clients on both sides of a proxy that loses things. */
export async function openClientRoom(t: TestContext, options: ShopOptions = {}): Promise<ClientRoom> {
  const shop = await openShop(options)
  const proxy = await openLossyProxy(t, shop.port)
  const waits: number[] = []
  const warnings: Warning[] = []
  const connect = (more: Partial<PurserOptions> = {}) =>
    connectPurser({
      ...tillOf(shop),
      baseUrl: proxy.url,
      now: () => performance.now() * haste,
      sleep: async (ms, signal) => {
        await wait(ms / haste, undefined, { signal }).catch(() => undefined)
      },
      // 0.4 seconds of the test's time, which is more than the server needs.
      attemptTimeoutMs: 400 * haste,
      attempts: 10,
      onWarning: (warning) => {
        warnings.push(warning)
        if (warning.kind === 'retry') waits.push(warning.waitMs)
      },
      ...more,
    })
  const direct = connectPurser({ ...tillOf(shop), baseUrl: `http://127.0.0.1:${shop.port}` })
  return { shop, proxy, purser: connect(), direct, waits, warnings, connect }
}

const tillOf = ({ id, secret }: Shop) => ({ brand: id, location: 'L1', terminal: 'T1', key: 'till', secret })

/** The fates of the first requests, one after the other; all others pass. */
export function inTurn<F>(...fates: readonly F[]): () => F | 'passes' {
  const left = [...fates]
  return () => left.shift() ?? 'passes'
}

export const points = (amount: number) => ({ balanceType: 'Points', amount }) as const
export const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount }) as const
