import type { CustomFetchOptions } from 'openid-client'

/** What a provider publishes about itself, its keys and its tokens are a few kilobytes. */
const bytesMax = 512 * 1024

/** Fetches, and gives up on an answer that is longer than any provider's. */
export async function boundedFetch(url: string, options: CustomFetchOptions): Promise<Response> {
  const { body, signal, ...rest } = options
  const answer = await fetch(url, {
    ...rest,
    ...(body !== undefined && body !== null && { body }),
    ...(signal !== undefined && { signal }),
  } as RequestInit)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new Error(`The provider's answer is longer than ${bytesMax} bytes.`)
    chunks.push(chunk)
  }
  const { status, statusText, headers } = answer
  return new Response(chunks.length === 0 ? null : Buffer.concat(chunks), { status, statusText, headers })
}
