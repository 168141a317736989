import type { Shop } from '../site.ts'
import { composeRequest } from './request.ts'

/** What of an answer is looked at. */
export interface Answer {
  readonly success?: boolean
  readonly cards?: readonly object[]
  readonly balanceMutations?: readonly { readonly campaignRuleUUID?: string }[]
}

/** One call, as the load generator would make it, whose answer is read. */
export async function callOnce({ server, brand }: Shop, path: string, asked: object): Promise<Answer> {
  const request = composeRequest(path, asked, brand)
  const [head = '', body = ''] = request.split('\r\n\r\n')
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(': ', 2) as [string, string])
  const own = headers.filter(([name]) => name !== 'Host' && name !== 'Content-Length')
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method: 'POST', headers: own, body })
  return (await response.json()) as Answer
}
