import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Message, Messages } from './protocol-messages.ts'
import { testDatabase } from './shop.ts'

/** What becomes of a statement on its way. */
export type Fate =
  /** It fails with this error, in the database, so that its transaction has failed. */
  | { readonly fails: string }
  /** It is carried out, and answered with this error. */
  | { readonly answeredWith: string }
  /** The server's process is really ended before the statement reaches it, or once it is done and before it is answered. */
  | { readonly ended: 'before' | 'after' }
  /** It comes so late. */
  | { readonly waitsMs: number }

export interface Passing {
  readonly text: string
  /** The name of the connection: "purser lane" of the lanes. */
  readonly application: string
  /** The number of the connection. */
  readonly connection: number
}

export interface ErringProxy {
  readonly url: string
  /** Asked about each statement, in the order in which they are sent. */
  fateOf: (statement: Passing) => Fate | undefined
}

/** A way to the test's database on which statements fail, each in the place that a test chooses. */
export function openErringProxy(): ErringProxy {
  const folder = mkdtempSync(join(tmpdir(), 'purser-erring-'))
  const url = new URL(testDatabase())
  const port = url.searchParams.get('port')
  const target = join(url.searchParams.get('host') ?? '', `.s.PGSQL.${port}`)
  url.searchParams.set('host', folder)
  // Through it, connections that do not come about are a part of the test.
  url.searchParams.delete('connect_timeout')
  const sockets = new Set<Socket>()
  const proxy: ErringProxy = { url: url.href, fateOf: () => undefined }
  const killer = new pg.Pool({ connectionString: testDatabase(), max: 1 })
  const end = async (backend: number) => {
    const { rows } = await killer.query('select pg_terminate_backend($1, 5000) as ended', [backend])
    assert.ok(rows[0]?.ended, 'the process is ended')
  }
  let connections = 0
  const server = createServer((caller) => {
    const database = connect(target)
    for (const socket of [caller, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    connections += 1
    new Passage(proxy, { caller, database, number: connections, end }).open()
  })
  server.listen(join(folder, `.s.PGSQL.${port}`))
  after(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await killer.end()
    rmSync(folder, { recursive: true, force: true })
  })
  return proxy
}

const stringsOf = (body: Buffer) => body.toString('latin1').split('\0')

function message(letter: string, ...parts: readonly (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)))
  const head = Buffer.alloc(5)
  head.write(letter, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** A statement that fails with this code. */
function failing(code: string): Buffer[] {
  const text = `do $$ begin raise exception using errcode = '${code}', message = 'as if'; end $$`
  const none = Buffer.alloc(2)
  return [
    message('P', '', text, none),
    message('B', '', '', none, none, none),
    message('D', 'P'),
    message('E', '', Buffer.alloc(4)),
  ]
}

const errorOf = (code: string) => message('E', 'SERROR', 'VERROR', `C${code}`, 'Mas if', Buffer.alloc(1))

interface Ends {
  readonly caller: Socket
  readonly database: Socket
  readonly number: number
  /** Ends a process of the database, and waits until it is gone. */
  readonly end: (backend: number) => Promise<void>
}

class Passage {
  private readonly proxy: ErringProxy
  private readonly end: Ends['end']
  private readonly caller: Socket
  private readonly database: Socket
  private readonly number: number
  private readonly statements = new Map<string, string>()
  private application = ''
  /** What was sent since the last point at which the database answers that it is ready. */
  private group: Message[] = []
  /** One for each such point to come; the first is the beginning. */
  private readonly fates: (Fate | undefined)[] = [undefined]

  /** What came behind a statement that is held up. */
  private held: Message[] | undefined
  private backend = 0
  private isEnded = false

  constructor(proxy: ErringProxy, ends: Ends) {
    this.proxy = proxy
    this.end = ends.end
    this.caller = ends.caller
    this.database = ends.database
    this.number = ends.number
  }

  open(): void {
    const asked = new Messages(false)
    const answered = new Messages(true)
    this.caller.on('data', (data: Buffer) => {
      for (const one of asked.read(data)) {
        if (this.held) this.held.push(one)
        else this.ask(one)
      }
    })
    this.database.on('data', (data: Buffer) => {
      for (const one of answered.read(data)) this.answer(one)
    })
    this.caller.on('close', () => this.database.destroy())
    this.database.on('close', () => this.caller.end())
  }

  private ask(one: Message): void {
    if (one.letter === '') this.application = /application_name\0([^\0]*)/.exec(one.body.toString('latin1'))?.[1] ?? ''
    if ('PBDE'.includes(one.letter) && one.letter !== '') {
      this.group.push(one)
      return
    }
    if (one.letter === 'S') {
      this.sendGroup(one)
      return
    }
    if (one.letter === 'Q') this.fates.push(undefined)
    this.database.write(one.bytes)
  }

  private sendGroup(sync: Message): void {
    const group = this.group.splice(0)
    const parsed = group.filter(({ letter }) => letter === 'P')
    for (const { body } of parsed) {
      const [name = '', text = ''] = stringsOf(body)
      this.statements.set(name, text)
    }
    const bound = group.find(({ letter }) => letter === 'B')
    const text = this.statements.get(bound ? (stringsOf(bound.body)[1] ?? '') : '') ?? ''
    const fate = bound && this.proxy.fateOf({ text, application: this.application, connection: this.number })
    this.fates.push(fate)
    // The driver takes a statement for prepared that it has sent once, so it must be.
    const failed = fate && 'fails' in fate ? [...parsed.map(({ bytes }) => bytes), ...failing(fate.fails)] : undefined
    const send = () => {
      for (const bytes of [...(failed ?? group.map((one) => one.bytes)), sync.bytes]) this.database.write(bytes)
    }
    if (fate && 'waitsMs' in fate) void this.hold(wait(fate.waitsMs), send)
    else if (fate && 'ended' in fate && fate.ended === 'before') void this.hold(this.end(this.backend), send)
    else send()
  }

  /** Lets a statement and all behind it pass only then. */
  private async hold(until: Promise<unknown>, send: () => void): Promise<void> {
    this.held = []
    await until
    send()
    while (this.held) {
      const next = this.held.shift()
      if (!next) this.held = undefined
      else {
        const { held } = this
        this.ask(next)
        // What it met is a delay of its own: the rest waits for that.
        if (this.held !== held) {
          ;(this.held as Message[]).push(...held)
          return
        }
      }
    }
  }

  private answer(one: Message): void {
    const [fate] = this.fates
    if (one.letter === 'K') this.backend = one.body.readInt32BE(0)
    // Of one that is ended nothing is heard but why.
    if (this.isEnded && one.letter !== 'E') return
    if (one.letter === 'Z') this.fates.shift()
    if (one.letter === 'C' && fate && 'ended' in fate) {
      this.isEnded = true
      void this.end(this.backend)
      return
    }
    if (one.letter !== 'C' || !fate || !('answeredWith' in fate)) {
      this.caller.write(one.bytes)
      return
    }
    this.caller.write(errorOf(fate.answeredWith))
    if (fate.answeredWith === '57P01') this.caller.end()
  }
}
