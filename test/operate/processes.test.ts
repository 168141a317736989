import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { test } from 'node:test'
import { findProcess } from '../../server/ground/database/embedded/running-process.ts'
import { ServerProcess, tryKill } from '../support/server-process.ts'
import { openShop, testService, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
const two = ['--processes', '2', '--port', '0']

test('jobs run in one process, and in another when that one is killed', async (t) => {
  const server = new ServerProcess(t, two)
  const port = await server.ready()
  const holders = () =>
    server.lines().flatMap(({ event, text, process: place }) => (isHolder(event, text) ? place : []))
  assert.equal(holders().length, 1)
  for (let round = 1; round <= 2; round += 1) {
    for (const pid of server.serving()) tryKill(pid, 'SIGTERM')
    await server.saying('process replaced', 2 * round)
  }
  assert.ok(holders().length >= 2, 'whoever had the jobs has ended')
  const [before] = await sql('select now()::text as at', [])
  await until('jobs are done again', async () => {
    const done = `select from pgboss.job where state = 'completed' and completed_on > $1::timestamptz`
    return (await sql(done, [before?.at])).length > 0
  })
  for (const path of ['healthz', 'readyz']) {
    const answers = await Promise.all(times(6, () => fetch(`http://127.0.0.1:${port}/${path}`)))
    for (const { status } of answers) assert.equal(status, 200)
  }
  server.child.kill('SIGTERM')
  assert.equal(await server.ended(), 0, server.output)
  const events = server.lines().map(({ event }) => event)
  for (const once of ['ready', 'stopping', 'stopped']) assert.equal(events.filter((event) => event === once).length, 1)
})

const isHolder = (event: string, text = '') => event === 'jobs' && text === 'background jobs run in this process'

test('guesses through all processes together are refused at the number that is set', async (t) => {
  const server = new ServerProcess(t, [...two, '--no-jobs', '--failure-limit', '60', '--guess-limit', '120'])
  const port = await server.ready()
  const shop = await openShop({ service: { ...(await testService()), port } })
  const wrong = { authorization: `Basic ${Buffer.from('till:guess').toString('base64')}` }
  const failed = await Promise.all(times(300, () => shop.call('search', {}, wrong)))
  const told = failed.filter(({ body }) => body.errorCode === 101).length
  assert.ok(told >= 30 && told <= 61, `${told} were told that the secret is wrong`)

  const guess = async (number: number) => (await shop.call('cardHistory', { cardNumber: `no${number}` })).body.errorCode
  const codes: number[] = []
  for (let round = 0; round < 40; round += 1)
    codes.push(...(await Promise.all(times(8, (index) => guess(8 * round + index)))))
  const looked = codes.filter((code) => code === 2).length
  assert.ok(looked >= 60 && looked <= 121 + 8 + 2, `${looked} cards were looked for`)
  assert.equal((await shop.call('cardHistory', { cardNumber: 'x' }, { terminal: 'T2' })).body.errorCode, 2)
})

test('every line says which process it is of, also the last words of Node', async (t) => {
  const talks = `--import=data:text/javascript,process.on('SIGUSR2',()=>{console.error('plain');process.emitWarning('odd')})`
  const server = new ServerProcess(t, [...two, '--no-jobs'], { NODE_OPTIONS: talks })
  await server.ready()
  for (const pid of server.serving()) tryKill(pid, 'SIGUSR2')
  await until('both have talked', async () => server.output.split('Warning: odd').length > 2)
  const lines = server.lines()
  const places = (event: string) => lines.flatMap((line) => (line.event === event ? line.process : [])).toSorted()
  assert.deepEqual(
    [places('node'), places('process output')],
    [
      [1, 2],
      [1, 2],
    ],
  )
})

test('a second signal ends all processes at once', async (t) => {
  const server = new ServerProcess(t, [...two, '--no-jobs'])
  const port = await server.ready()
  const serving = server.serving()
  const calls = times(4, () => connect(port, '127.0.0.1'))
  for (const call of calls) {
    call.on('error', () => undefined)
    call.write('POST /merchant/search HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{')
  }
  server.child.kill('SIGTERM')
  await server.saying('stopping')
  await until('it has ended', async () => {
    server.child.kill('SIGTERM')
    return server.child.exitCode !== null || server.child.signalCode !== null
  })
  await until('so have the others', async () => serving.every((pid) => findProcess(pid) === undefined))
})

test('a caller whose connection was on its way to a process that is killed is told so', async (t) => {
  const server = new ServerProcess(t, [...two, '--no-jobs'])
  const port = await server.ready()
  const serving = server.serving()
  for (const pid of serving) tryKill(pid, 'SIGSTOP')
  const calls = times(6, () => askHealth(port))
  await Promise.all(calls.map(({ connected }) => connected))
  for (const pid of serving) tryKill(pid)

  const ends = await Promise.all(calls.map(({ ended }) => ended))
  const told = ends.map((end) => (end.startsWith('HTTP/1.1 200') ? 'answered' : end))
  assert.deepEqual(
    told.filter((end) => end !== 'answered' && end !== 'closed'),
    [],
  )
})

function askHealth(port: number) {
  const socket = connect(port, '127.0.0.1')
  const connected = new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  socket.on('error', () => undefined)
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const ended = new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('nobody closes the connection')), 90_000)
    socket.once('close', () => {
      clearTimeout(late)
      resolve(text === '' ? 'closed' : text)
    })
  })
  return { connected, ended }
}

test('a server whose processes all keep ending gives up and says why', async (t) => {
  const server = new ServerProcess(t, [...two, '--no-jobs', '--metrics-port', '0'])
  await server.ready()
  const isOver = async () => {
    for (const pid of server.serving()) tryKill(pid)
    return server.child.exitCode !== null
  }
  await until('it has given up', isOver, 100)
  assert.equal(await server.ended(), 1)
  const last = server.lines().findLast(({ event }) => event === 'start failed')
  assert.match(
    last?.text ?? '',
    /^No process serves calls, and none could be started again\. The last one said:\nProcess/,
  )
  const pauses = [...server.output.matchAll(/takes its place in ([\d.]+) s/g)].map(([, seconds]) => Number(seconds))
  assert.ok(Math.max(...pauses) >= 1, `longer and longer pauses: ${pauses}`)
})

test('a port that is taken is told once, with the process that has it', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const server = new ServerProcess(t, ['--processes', '2', '--port', String(port), '--no-jobs'])
  assert.equal(await server.ended(), 1)
  const failed = server.lines().filter(({ event }) => event === 'start failed')
  assert.equal(failed.length, 1, server.output)
  assert.match(
    failed[0]?.text ?? '',
    new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is in use by .*process ${process.pid}`),
  )
})

test('connections beyond the limit of all processes are closed, and the server goes on', async (t) => {
  const server = new ServerProcess(t, [...two, '--no-jobs', '--connections', '4'])
  const port = await server.ready()
  const sockets = times(12, () => connect(port, '127.0.0.1'))
  t.after(() => sockets.forEach((socket) => void socket.destroy()))
  let closed = 0
  for (const socket of sockets) {
    socket.on('error', () => undefined)
    socket.on('close', () => (closed += 1)).resume()
  }
  await until('those beyond are closed', async () => closed >= 8)
  for (const socket of sockets) socket.destroy()
  await until('others are served again', async () => (await askHealth(port).ended).startsWith('HTTP/1.1 200'))
})

test('a process that is killed before all serve is replaced, and the server gets ready', async (t) => {
  const server = new ServerProcess(t, [...two, '--no-jobs'])
  await until('processes are starting', async () => server.serving().length === 2)
  // The first serves earlier than the last, or later: whichever it is, it is not the end of the server.
  const first = server.serving()
  for (const pid of first) tryKill(pid)
  const others = () => server.serving().filter((pid) => !first.includes(pid))
  await until('others are starting', async () => others().length === 2)
  tryKill(others()[0] ?? Number.NaN)

  const port = await server.ready()
  assert.equal(server.serving().length, 2)
  assert.ok((await askHealth(port).ended).startsWith('HTTP/1.1 200'))
  const said = server.lines().filter(({ event }) => event === 'process ended')
  assert.match(said[0]?.text ?? '', /^Process \d of 2 ended by SIGKILL\. Another takes its place\.$/)
  assert.ok(said.length >= 3 && server.saidTimes('process replaced') === 2, server.output)
  server.child.kill('SIGTERM')
  assert.equal(await server.ended(), 0, server.output)
})

test('a start of which no process can be kept running fails in the end, and says why', async (t) => {
  const dies = `--import=data:text/javascript,process.env.PURSER_PROCESS&&process.exit(7)`
  const server = new ServerProcess(t, [...two, '--no-jobs'], { NODE_OPTIONS: dies })
  await until('it has given up', async () => server.child.exitCode !== null, 100)
  const last = server.lines().findLast(({ event }) => event === 'start failed')
  assert.match(last?.text ?? '', /^No process serves calls.*\nProcess \d of 2 ended with status 7\.$/s)
})

test('a start that is told to stop before all processes serve ends, and leaves none behind', async (t) => {
  const server = new ServerProcess(t, [...two, '--no-jobs'])
  await until('processes are starting', async () => server.serving().length === 2)
  const serving = server.serving()
  server.child.kill('SIGTERM')
  assert.equal(await server.ended(), 0, server.output)
  for (const pid of serving) assert.equal(findProcess(pid), undefined)
})

test('the metrics of all processes are shown as those of one server', async (t) => {
  const server = new ServerProcess(t, [...two, '--no-jobs', '--metrics-port', '0'])
  const port = await server.ready()
  await server.saying('metrics')
  const shop = await openShop({ service: { ...(await testService()), port } })
  await Promise.all(times(40, () => shop.must('search', { filters: { cardNumber: 'x' } })))
  const [, address = ''] = /metrics are at (http:\S+\/metrics)/.exec(server.output) ?? []
  const searches = async () => {
    const text = await (await fetch(address)).text()
    const counts = [...text.matchAll(/^purser_requests_total\{[^}]*search[^}]*\} (\d+)$/gm)]
    return counts.reduce((all, [, count]) => all + Number(count), 0)
  }
  assert.equal(await searches(), 40)
  // A sum that falls would be read as a restart of the whole server.
  tryKill(server.serving()[0] ?? Number.NaN)
  await server.saying('process replaced')
  assert.equal(await searches(), 40)
})
