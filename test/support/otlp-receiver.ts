import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { until } from './worker-room.ts'

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code?: number }
  readonly attributes: readonly {
    readonly key: string
    readonly value: { readonly stringValue?: string; readonly intValue?: number }
  }[]
}

/** Receives traces as a collector would: OTLP as JSON over HTTP. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = []
  readonly services = new Set<string>()
  /** Everything that arrived, as it came. */
  text = ''
  url = ''

  take(body: string): void {
    this.text += body
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
      for (const { key, value } of resource.attributes) if (key === 'service.name') this.services.add(value.stringValue)
      for (const { spans } of scopeSpans) this.spans.push(...spans)
    }
  }

  of(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId)
  }

  /** The spans of a trace, once so many have arrived. */
  async arrived(traceId: string, count: number): Promise<ReceivedSpan[]> {
    await until(`${count} spans of ${traceId}`, async () => this.of(traceId).length >= count)
    return this.of(traceId)
  }
}

export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  const receiver = new OtlpReceiver()
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      receiver.take(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  return receiver
}

export const attributesOf = ({ attributes }: ReceivedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
