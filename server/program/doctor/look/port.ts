import { once } from 'node:events'
import { createServer } from 'node:net'
import { urlOf } from '../../../doors/api/url-of.ts'
import type { PortSight } from '../judge/listener.ts'
import { isPortInUse, portInUse } from './port-holder.ts'

interface PortPlace {
  readonly host: string
  readonly port: number
}

const answerMs = 5000

/** Asks whoever listens there whether it is Purser, and ready; where nobody does, whether we could. */
export async function lookAtPort(place: PortPlace): Promise<PortSight> {
  if (place.port === 0) return { kind: 'chosenAtStart' }
  const base = urlOf({ address: place.host, port: place.port })
  if (!(await ask(`${base}/healthz`))?.requestRef) return tryToListen(place)
  const answer = await ask(`${base}/readyz`)
  if (answer?.success) return { kind: 'ready' }
  return { kind: 'notReady', reason: typeof answer?.reason === 'string' ? answer.reason : 'it does not say why' }
}

interface Answer {
  readonly success?: unknown
  readonly requestRef?: unknown
  readonly reason?: unknown
}

/** Undefined when nothing answers, or something else than JSON. */
async function ask(url: string): Promise<Answer | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(answerMs), redirect: 'error' })
    const body: unknown = await answer.json()
    return typeof body === 'object' && body !== null ? body : undefined
  } catch {
    return undefined
  }
}

async function tryToListen({ host, port }: PortPlace): Promise<PortSight> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return { kind: 'free' }
  } catch (error) {
    if (isPortInUse(error)) return { kind: 'taken', text: portInUse({ host, port }) }
    return { kind: 'forbidden', text: error instanceof Error ? error.message : String(error) }
  } finally {
    server.close()
  }
}
