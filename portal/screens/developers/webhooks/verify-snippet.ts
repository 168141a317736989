/** How a receiver checks who sent an event, in the words of a library that many languages have. */
export const verifySnippet = `import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)

// The body as it came, before anybody has read it as JSON.
const event = webhook.verify(body, request.headers)
if (await isKnown(request.headers['webhook-id'])) return response.status(204).end()
await handle(event)
response.status(204).end()
`
