import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { openShop, type Shop } from '../support/shop.ts'
import { plainEnvironment, runCall, runTool, shellOf } from '../support/tool-process.ts'

const issue = (card: string) => [
  'call',
  'updateBalance',
  `cardNumber=${card}`,
  'action=issue',
  'amount.amount=25',
  'amount.balanceType=Currency',
  'amount.balanceCode=USD',
]

async function callsOf(shop: Shop, card: string): Promise<number> {
  return (await shop.history(card)).length
}

test('a call from the command line is carried out like that of a till, and printed as JSON', async () => {
  const shop = await openShop()
  const card = await shop.card()

  const { status, stdout, stderr } = await runTool(issue(card), shellOf(shop))

  assert.equal(stderr, '')
  assert.equal(status, 0)
  const answer = JSON.parse(stdout)
  assert.equal(answer.success, true)
  assert.ok(stdout.includes('\n  "'), 'it is indented')
  assert.deepEqual(
    (await shop.balances(card)).map(({ amount }: { amount: number }) => amount),
    [25],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('a body comes from standard input, and a secret from a file or standard input', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 5 })
  const body = JSON.stringify({ filters: { cardNumber: card }, returnFields: { balances: true } })
  const found = await runTool(['call', 'search', '--body', '-'], shellOf(shop), body)
  assert.equal(found.status, 0, found.stderr)
  assert.equal(JSON.parse(found.stdout).cards[0].balances[0].amount, 5)

  const { PURSER_SECRET: secret, ...without } = shellOf(shop)
  const piped = await runTool(['call', 'ownKey', '--secret-file', '-'], without, `${secret}\n`)
  assert.equal(piped.status, 0, piped.stderr)
  assert.equal(JSON.parse(piped.stdout).key, 'till')

  const missing = await runCall(['call', 'ownKey'], without)
  assert.equal(missing.status, 2)
  assert.match(missing.stderr, /The secret of till is missing. Set PURSER_SECRET/)
})

test('a refusal ends with status 1, and says what it means and what to do', async () => {
  const shop = await openShop()
  const { status, stdout, stderr } = await runCall(['call', 'cardHistory', 'cardNumber=nobodys'], shellOf(shop))
  assert.equal(status, 1)
  assert.equal(JSON.parse(stdout).errorCode, 2)
  assert.match(
    stderr,
    /Refused with error 2: Could not find the specified card\.\nNo card of the brand has this number\./,
  )

  const wrong = await runCall(['call', 'ownKey'], shellOf(shop, { PURSER_SECRET: 'wrong-secret' }))
  assert.equal(wrong.status, 1)
  assert.match(wrong.stderr, /error 101/)
  assert.ok(!`${wrong.stdout}${wrong.stderr}`.includes('wrong-secret'))
})

test('a slip in a name is told with the nearest one, and nothing is sent', async () => {
  const shop = await openShop()
  const card = await shop.card()
  const before = await callsOf(shop, card)
  const slips: readonly (readonly [readonly string[], RegExp])[] = [
    [
      ['call', 'updateBalanc', `cardNumber=${card}`],
      /There is no operation updateBalanc; did you mean "updateBalance"\?/,
    ],
    [
      [...issue(card), 'returnBalnces=true'],
      /returnBalnces: unknown field; did you mean "returnBalances"\?[\s\S]*Nothing was sent/,
    ],
    [['call', 'updateBalance', `cardNumber=${card}`], /action: is required/],
    [['call'], /usage: purser call OPERATION/],
    [[...issue(card), '--secret', 'x'], /unknown flag: --secret/],
  ]
  for (const [words, message] of slips) {
    const { status, stderr, stdout } = await runCall(words, shellOf(shop))
    assert.equal(status, 2, stderr)
    assert.match(stderr, message)
    assert.equal(stdout, '')
  }
  assert.equal(await callsOf(shop, card), before)
})

test('where nobody listens it ends at once with status 4, and what nobody has said is asked for', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const url = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`
  await new Promise((resolve) => closed.close(resolve))
  const gone = await runCall(['call', 'listLocations', '--url', url], plainEnvironment())
  assert.equal(gone.status, 4)
  assert.ok(gone.stderr.startsWith(`Nobody answers at ${url} (ECONNREFUSED). Is the server running?`), gone.stderr)

  const odd = await runCall(['call', 'listLocations', '--url', 'http://127.0.0.1:9'], plainEnvironment())
  assert.ok(odd.stderr.startsWith('http://127.0.0.1:9 has a port that is not for HTTP.'), odd.stderr)

  const elsewhere = await runCall(['call', 'listLocations', '--url', 'https://loyalty.example'], plainEnvironment())
  assert.equal(elsewhere.status, 2)
  assert.match(elsewhere.stderr, /--key, --brand, --location, --terminal \(or PURSER_KEY, PURSER_BRAND/)
})

test('help lists the fields of an operation from its contract', async () => {
  const { status, stdout } = await runCall(['call', 'updateBalance', '--help'], plainEnvironment())
  assert.equal(status, 0)
  assert.match(stdout, /cardNumber\*=STRING {2,}The card/)
  assert.match(stdout, /amount\.amount/)
  assert.match(stdout, /One of issue, redeem/)
  const general = await runCall(['call', '--help'], plainEnvironment())
  assert.match(general.stdout, /--request-id ID/)
})

test('--curl prints a command that does the same, without the secret in it', async () => {
  const shop = await openShop()
  const card = await shop.card()
  const env = shellOf(shop)
  const { status, stdout } = await runCall([...issue(card), '--note', "Ana's"], { ...env, PURSER_SECRET: undefined })
  assert.equal(status, 2, 'it would need the secret to send it')
  assert.equal(stdout, '')
  const printed = await runCall([...issue(card), '--note', "Ana's", '--curl'], env)
  assert.equal(printed.status, 0)
  assert.ok(!printed.stdout.includes(shop.secret))
  assert.equal(await callsOf(shop, card), 1, 'nothing was sent')

  const ran = await promisify(execFile)('sh', ['-c', printed.stdout], { env })
  assert.equal(JSON.parse(ran.stdout).success, true)
  const again = await promisify(execFile)('sh', ['-c', printed.stdout], { env })
  assert.equal(JSON.parse(again.stdout).errorCode, 3, 'its customRequestId makes it take effect once')
  assert.deepEqual(await shop.verify(), [])
})

/** Passes calls on to the shop, and loses the answers of the first ones. */
async function forgetful(t: TestContext, shop: Shop, losses: number): Promise<string> {
  let left = losses
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = await fetch(`http://127.0.0.1:${shop.port}${request.url}`, {
      method: 'POST',
      headers: Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name)),
      ) as Record<string, string>,
      body: Buffer.concat(chunks),
    })
    const text = await answer.text()
    left -= 1
    if (left >= 0) return void request.socket.destroy()
    const original = answer.headers.get('purser-original-request')
    response.writeHead(answer.status, original === null ? {} : { 'Purser-Original-Request': original })
    response.end(text)
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a lost answer is asked for again: the call takes effect once, and its record is shown', async (t) => {
  const shop = await openShop()
  const card = await shop.card()
  const url = await forgetful(t, shop, 1)

  const { status, stdout, stderr } = await runCall(issue(card), shellOf(shop, { PURSER_URL: url }))

  assert.equal(status, 0, stderr)
  assert.match(stderr, /answer was lost .*trying again in 2 seconds/)
  assert.match(stderr, /succeeded at an earlier attempt/)
  const shown = JSON.parse(stdout)
  assert.equal(shown.balanceMutations[0].amount, 25)
  const [latest] = await shop.history(card)
  assert.equal(shown.requestRef, latest.requestRef, 'that of the call, and not of the look-up')
  assert.deepEqual(
    (await shop.balances(card)).map(({ amount }: { amount: number }) => amount),
    [25],
  )
  assert.deepEqual(await shop.verify(), [])
})
