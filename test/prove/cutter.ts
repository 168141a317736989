import { mkdirSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Dice } from '../model/draw-step.ts'
import { type Message, Messages } from '../support/protocol-messages.ts'

/**
 * A way to PostgreSQL that breaks off between two messages of the protocol: `cutter.ts FOLDER TARGETFOLDER SEED`. Each
 * connection is cut after a number of messages that the seed says, on the way there or back: COMMIT and its answer included.
 * It begins with the word `cut` on its input, and ends with `calm`.
 */
const [, , folder = '', target = '', seed = '1'] = process.argv
const name = '.s.PGSQL.5432'
const dice = new Dice(Number(seed))
const say = (text: string) => process.stdout.write(`${text}\n`)
let isCalm = true

mkdirSync(folder, { recursive: true, mode: 0o700 })
createServer(open).listen(join(folder, name), () => say('ready'))
createInterface({ input: process.stdin })
  .on('line', (word) => {
    isCalm = word === 'calm'
  })
  .on('close', () => process.exit(0))

function open(caller: Socket): void {
  const database = connect(join(target, name))
  for (const socket of [caller, database]) {
    socket.on('error', () => undefined)
    socket.on('close', () => {
      caller.destroy()
      database.destroy()
    })
  }
  // Some connections are cut while they are set up, most in their work.
  let left = dice.chance(5) ? dice.below(12) : 40 + dice.below(dice.chance(50) ? 3000 : 12_000)
  const statements = new Map<string, string>()
  let isCommitting = false
  const cut = (what: string) => {
    say(what)
    caller.destroy()
    database.destroy()
  }
  const pass = (to: Socket, from: Messages, isAnswer: boolean) => (data: Buffer) => {
    for (const message of from.read(data)) {
      if (!isAnswer && ['P', 'B', 'Q'].includes(message.letter)) isCommitting = commits(message, statements)
      // The more telling place: what is cut there was committed, or was not, and nobody was told.
      left -= isCommitting ? 20 : 1
      if (left <= 0 && !isCalm) return cut(isCommitting ? `cut at ${isAnswer ? 'the answer of ' : ''}commit` : 'cut')
      to.write(message.bytes)
    }
  }
  caller.on('data', pass(database, new Messages(false), false))
  database.on('data', pass(caller, new Messages(true), true))
}

/** Whether this message, with those that belong to it, makes the database commit. */
function commits({ letter, body }: Message, statements: Map<string, string>): boolean {
  const [first = '', second = ''] = body.toString('latin1').split('\0')
  if (letter === 'P') statements.set(first, second)
  return /^commit/i.test(letter === 'B' ? (statements.get(second) ?? '') : letter === 'Q' ? first : '')
}
