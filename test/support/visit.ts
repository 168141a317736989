import { once } from 'node:events'
import { request } from 'node:http'

/** Follows a link as a browser or a mail program would. */
export async function visit(url: string, method = 'GET', body = '') {
  const headers = body === '' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
  const [response] = await once(request(url, { method, headers }).end(body), 'response')
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status: response.statusCode, headers: response.headers, body: text }
}
