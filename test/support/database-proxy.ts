import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { ClientMessages } from './client-messages.ts'
import { testDatabase } from './shop.ts'

/** What becomes of a commit that passes through. */
export type CommitFate =
  /** It is carried out and answered. */
  | 'pass'
  /** It is carried out; the answer, and whatever comes after it, is lost. */
  | 'swallow-answer'
  /** It never arrives, and nothing after it does. */
  | 'swallow-commit'

/** A way to the test's database on which things go wrong when the test says so. */
export interface DatabaseProxy {
  readonly url: string
  /** Each answer of the database comes so much later. */
  delayMs: number
  /** Asked about each statement that is sent: whether its answer, and what follows, waits for `letGo`. */
  holds: (statement: string) => boolean
  /** How many connections wait for that. */
  readonly held: number
  letGo(): void
  /** Breaks all connections off. */
  cut(): void
  /** Whether new connections get anywhere. */
  isOpen: boolean
  commits: CommitFate
  /** How many connections were opened so far. */
  readonly connections: number
  /** How often a caller sent something after it had heard something: each time it waits for the database once. */
  readonly trips: number
  /** Commits that did not pass. */
  readonly swallowed: number
  /** Whether the database is told that a caller has gone: else the process behind the connection lives on. */
  tellsEnds: boolean
  /** Ends what the database was not told of. */
  release(): void
}

interface State extends DatabaseProxy {
  readonly waiting: Set<() => void>
  connections: number
  trips: number
  swallowed: number
}

export function openDatabaseProxy(): DatabaseProxy {
  const folder = mkdtempSync(join(tmpdir(), 'purser-proxy-'))
  const url = new URL(testDatabase())
  const target = join(url.searchParams.get('host') ?? '', `.s.PGSQL.${url.searchParams.get('port')}`)
  url.searchParams.set('host', folder)
  // Through it, connections that do not come about are a part of the test.
  url.searchParams.delete('connect_timeout')
  const sockets = new Set<Socket>()
  const kept = new Set<Socket>()
  const state: State = {
    url: url.href,
    delayMs: 0,
    holds: () => false,
    waiting: new Set(),
    get held() {
      return this.waiting.size
    },
    letGo() {
      for (const go of this.waiting) go()
      this.waiting.clear()
    },
    cut() {
      for (const socket of sockets) socket.destroy()
      this.waiting.clear()
    },
    isOpen: true,
    commits: 'pass',
    connections: 0,
    trips: 0,
    swallowed: 0,
    tellsEnds: true,
    release() {
      for (const socket of kept) socket.destroy()
      kept.clear()
    },
  }
  const server = createServer((caller) => {
    if (!state.isOpen) return caller.destroy()
    state.connections += 1
    const database = connect(target)
    for (const socket of [caller, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    joinSockets(state, caller, database, kept)
  })
  server.listen(join(folder, `.s.PGSQL.${url.searchParams.get('port')}`))
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return state
}

function joinSockets(state: State, caller: Socket, database: Socket, kept: Set<Socket>): void {
  let isDeaf = false
  let isMute = false
  const held: Buffer[] = []
  let isHeld = false
  let isAnswered = true
  const letGo = () => {
    isHeld = false
    for (const data of held.splice(0)) caller.write(data)
  }
  const messages = new ClientMessages()
  caller.on('data', (data: Buffer) => {
    const statements = messages.read(data)
    if (isAnswered) state.trips += 1
    isAnswered = false
    if (statements.some(state.holds)) {
      isHeld = true
      state.waiting.add(letGo)
    }
    if (statements.includes('commit') && state.commits !== 'pass') {
      state.swallowed += 1
      isMute = true
      isDeaf ||= state.commits === 'swallow-commit'
    }
    if (!isDeaf) database.write(data)
  })
  database.on('data', (data: Buffer) => {
    isAnswered = true
    if (isMute) return
    if (isHeld) held.push(data)
    else if (state.delayMs === 0) caller.write(data)
    else setTimeout(() => caller.write(data), state.delayMs)
  })
  caller.on('close', () => {
    state.waiting.delete(letGo)
    if (state.tellsEnds) database.destroy()
    else kept.add(database)
  })
  database.on('close', () => caller.destroy())
}
