import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { type Network, systemNetwork, vetHost } from '../../server/calls/delivery/network.ts'
import { post } from '../../server/calls/delivery/post.ts'
import { isPublicAddress } from '../../server/calls/delivery/public-address.ts'
import { parseCommandLine } from '../../server/program/command-line/parse.ts'
import { openMailServer } from '../support/mail-server.ts'
import { openReceiver } from '../support/receiver.ts'

const strict = systemNetwork(false)
const lenient = systemNetwork(true)
const answering = (...addresses: string[]): Pick<Network, 'resolve'> => ({
  resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
})
const hurried = (network: Network): Network => ({ ...network, timeouts: { connectMs: 300, totalMs: 400 } })
const content = { headers: { 'content-type': 'application/json' }, body: '{"some":"content"}' }

test('only addresses of single machines on the internet are public', () => {
  const inside = `0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.127.255.255 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255
    192.0.0.1 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.1.1.1 240.0.0.1
    255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1
    100::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1::1 2002:808:808::1 3fff::1
    5f00::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1 fe80::1%eth0 localhost 8.8.8 0x7f000001 2130706433`
  for (const address of inside.split(/\s+/)) assert.equal(isPublicAddress(address), false, address)
  const outside = `1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.0.1.1 198.17.0.1
    198.20.0.1 223.255.255.255 2001:200::1 2001:4860:4860::8888 2606:4700::1111 2a00:1450::1`
  for (const address of outside.split(/\s+/)) assert.equal(isPublicAddress(address), true, address)
})

test('a host is refused when any of its addresses is not public', async () => {
  const judge = (...addresses: string[]) => vetHost('hook.example', { ...strict, ...answering(...addresses) })
  for (const address of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1']) {
    assert.equal(await judge(address), 'address refused', address)
    assert.equal(await judge('93.184.215.14', address), 'address refused', address)
  }
  const addresses = [{ address: '93.184.215.14', family: 4 }]
  assert.deepEqual(await judge('93.184.215.14'), { host: 'hook.example', addresses })
  assert.equal(await judge(), 'name not found')
  const own = { ownAddresses: () => new Set(['93.184.215.14']) }
  assert.equal(
    await vetHost('hook.example', { ...strict, ...answering('93.184.215.14'), ...own }),
    'address refused',
    'nobody sends to this machine by its public address',
  )
})

test('a receiver within the walls gets nothing, however its address is written', async (t) => {
  const { port, received } = await openReceiver(t)
  const hosts = `127.0.0.1 127.1 0x7f.1 2130706433 0177.0.0.1 [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] 0.0.0.0 10.0.0.1
    169.254.169.254 [fe80::1]`
  for (const host of hosts.split(/\s+/))
    for (const scheme of ['http', 'https'])
      assert.deepEqual(
        await post({ url: `${scheme}://${host}:${port}/`, ...content }, strict),
        { kind: 'failed', why: 'address refused' },
        host,
      )
  for (const host of hosts.split(/\s+/))
    assert.deepEqual(
      await post({ url: `https://${host}:8443/`, ...content }, hurried(strict)),
      { kind: 'failed', why: 'address refused' },
      host,
    )
  const found = { ...strict, ...answering('127.0.0.1') }
  const named = await post({ url: 'https://hook.example:8443/', ...content }, found)
  assert.deepEqual(named, { kind: 'failed', why: 'address refused' })
  assert.notEqual((await post({ url: `https://localhost:8443/`, ...content }, hurried(strict))).kind, 'sent')
  assert.deepEqual(received, [])
})

test('only https to ports 443 and 8443 without a password goes out', async () => {
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return [{ address: '10.0.0.1', family: 4 }]
  }
  for (const url of ['http://a.example/', 'https://a.example:444/', 'https://u:p@a.example/', 'ftp://a.example/', 'x'])
    assert.deepEqual(await post({ url, ...content }, { ...strict, resolve }), {
      kind: 'failed',
      why: 'address refused',
    })
  assert.deepEqual(asked, [])
  for (const url of ['https://b.example/', 'https://b.example:443/', 'https://b.example:8443/'])
    await post({ url, ...content }, { ...strict, resolve })
  assert.deepEqual(asked, ['b.example', 'b.example', 'b.example'])
})

test('what is connected to is the address that was looked at, under the name that was written', async (t) => {
  const { port, received } = await openReceiver(t)
  let answers = 0
  const network: Network = {
    ...lenient,
    // A name server that says something else the second time.
    resolve: async () => [{ address: answers++ === 0 ? '127.0.0.1' : '192.0.2.1', family: 4 }],
  }
  const result = await post({ url: `http://hook.example:${port}/in?x=1`, ...content }, network)
  assert.deepEqual(result, { kind: 'sent' })
  assert.equal(answers, 1)
  assert.deepEqual(
    [received[0]?.path, received[0]?.headers.host, received[0]?.body],
    ['/in?x=1', `hook.example:${port}`, content.body],
  )
})

test('each way to answer has its class', async (t) => {
  const receiver = await openReceiver(t)
  const send = (network: Network) => post({ url: receiver.url, ...content }, network)
  const table = [
    [200, { kind: 'sent' }],
    [204, { kind: 'sent' }],
    [301, { kind: 'failed', why: 'status 3xx' }],
    [307, { kind: 'failed', why: 'status 3xx' }],
    [400, { kind: 'failed', why: 'status 4xx' }],
    [410, { kind: 'disabled' }],
    [500, { kind: 'failed', why: 'status 5xx' }],
    [503, { kind: 'failed', why: 'status 5xx' }],
    ['hangs', { kind: 'failed', why: 'timeout' }],
    ['resets', { kind: 'failed', why: 'connection' }],
    ['chatters', { kind: 'sent' }],
  ] as const
  for (const [behaviour, expected] of table) {
    receiver.behaves(behaviour)
    const result = await send(behaviour === 'hangs' ? hurried(lenient) : lenient)
    assert.deepEqual(result, expected, String(behaviour))
  }
  assert.equal(receiver.received.length, table.length, 'redirects are not followed')
  assert.ok(receiver.received.every(({ path }) => path === '/hook'))
})

test('nobody there, no name, and no time are failures', async (t) => {
  const { port } = await openReceiver(t)
  const free = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: found } = server.address() as AddressInfo
      server.close(() => resolve(found))
    })
  })
  const send = (url: string, network: Partial<Network> = {}) => post({ url, ...content }, { ...lenient, ...network })
  assert.deepEqual(await send(`http://127.0.0.1:${free}/`), { kind: 'failed', why: 'connection' })
  assert.deepEqual(await send(`http://a.example:${port}/`, { resolve: () => Promise.reject(new Error('ENOTFOUND')) }), {
    kind: 'failed',
    why: 'name not found',
  })
  assert.deepEqual(
    await send(`http://a.example:${port}/`, { ...hurried(lenient), resolve: () => new Promise(() => undefined) }),
    {
      kind: 'failed',
      why: 'timeout',
    },
  )
})

test('a certificate that nobody vouches for is refused', async (t) => {
  // Whatever speaks behind it: the certificate comes first.
  const { port } = await openMailServer(t, { secure: true })
  const result = await post({ url: `https://127.0.0.1:${port}/`, ...content }, lenient)
  assert.deepEqual(result, { kind: 'failed', why: 'tls' })
})

test('receivers within the walls are allowed by a variable and by nothing else', () => {
  const configOf = (argv: string[], env: Record<string, string>) => {
    const read = parseCommandLine(argv, env)
    return read.kind === 'command' ? read.config.allowPrivateReceivers : read.kind
  }
  assert.equal(configOf(['start'], {}), false)
  assert.equal(configOf(['start'], { PURSER_ALLOW_PRIVATE_RECEIVERS: 'true' }), true)
  assert.equal(configOf(['start'], { PURSER_ALLOW_PRIVATE_RECEIVERS: 'yes' }), 'faults')
  assert.equal(configOf(['start', '--allow-private-receivers'], {}), 'faults')
})
