import { Agent, request as httpRequest } from 'node:http'
import { createInterface } from 'node:readline'
import { proveBrand, usd } from './prove-brand.ts'

/**
 * Calls a server as fast as somebody who does not care: `flood.ts PORT BRAND`. On its input it takes `closed CALLERS SECONDS`:
 * each sends when it was answered; or `open PERSECOND SECONDS`: so many are sent whatever becomes of them. For each it says one
 * line of JSON: what came of the calls, and how long that took.
 */
const [, , port = '0', id = ''] = process.argv
const brand = proveBrand(id)
const agent = new Agent({ keepAlive: true, maxSockets: 6000, maxFreeSockets: 6000 })
const headers = {
  authorization: `Basic ${Buffer.from(`${brand.key}:${brand.secret}`).toString('base64')}`,
  brand: brand.id,
  location: 'L1',
  terminal: 'T1',
}
/** Beyond so many that wait for an answer nothing is sent: this process would only measure itself. */
const waitingMost = 5500
const cards = 400

interface Result {
  sent: number
  readonly done: number[]
  readonly refused: number[]
  /** Refused without being told when to come again. */
  untold: number
  lost: number
  readonly others: Record<string, number>
  firstOther?: string
}

const emptyResult = (): Result => ({ sent: 0, done: [], refused: [], untold: 0, lost: 0, others: {} })
let turn = 0

function send(result: Result, until: number): Promise<void> {
  turn += 1
  result.sent += 1
  const body = JSON.stringify({ cardNumber: `FLOOD-${turn % cards}`, action: 'issue', amount: usd(1) })
  const began = performance.now()
  return new Promise((resolve) => {
    const options = { port: Number(port), path: '/merchant/updateBalance', method: 'POST', headers, agent }
    const request = httpRequest(options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => {
        // What is answered after the end still counts as done, but not as done in time.
        const took = performance.now() - began
        const { statusCode = 0 } = response
        if (statusCode === 200) result.done.push(performance.now() <= until ? took : -1)
        else if (statusCode === 503) {
          result.refused.push(took)
          if (!response.headers['retry-after']) result.untold += 1
        } else {
          result.others[statusCode] = (result.others[statusCode] ?? 0) + 1
          result.firstOther ??= text.slice(0, 300)
        }
        resolve()
      })
    })
    request.setTimeout(20_000, () => request.destroy())
    request.on('error', () => {
      result.lost += 1
      resolve()
    })
    request.end(body)
  })
}

async function closed(callers: number, seconds: number): Promise<Result> {
  const result = emptyResult()
  const until = performance.now() + seconds * 1000
  const call = async () => {
    while (performance.now() < until) await send(result, until)
  }
  await Promise.all(Array.from({ length: callers }, call))
  return result
}

async function open(perSecond: number, seconds: number): Promise<Result> {
  const result = emptyResult()
  const began = performance.now()
  const until = began + seconds * 1000
  const waiting = new Set<Promise<void>>()
  while (performance.now() < until) {
    const due = ((performance.now() - began) / 1000) * perSecond
    while (result.sent < due && waiting.size < waitingMost) {
      const one: Promise<void> = send(result, until).finally(() => waiting.delete(one))
      waiting.add(one)
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await Promise.all(waiting)
  return result
}

const at = (times: readonly number[], share: number) =>
  Math.round(times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0)

async function carryOut(line: string): Promise<void> {
  const [kind = '', many = '0', seconds = '1'] = line.split(' ')
  const result = await (kind === 'open' ? open : closed)(Number(many), Number(seconds))
  const inTime = result.done.filter((took) => took >= 0)
  const { sent, refused, untold, lost, others, firstOther } = result
  const told = { sent, done: result.done.length, refused: refused.length, untold, lost, others, firstOther }
  const times = {
    p50: at(inTime, 0.5),
    p99: at(inTime, 0.99),
    refusedP50: at(refused, 0.5),
    refusedP99: at(refused, 0.99),
  }
  process.stdout.write(`${JSON.stringify({ ...told, ...times, perSecond: inTime.length / Number(seconds) })}\n`)
}

// Its reader may be gone before it is.
process.stdout.on('error', () => undefined)
createInterface({ input: process.stdin })
  .on('line', (line) => void carryOut(line))
  .on('close', () => process.exit(0))
process.stdout.write('ready\n')
