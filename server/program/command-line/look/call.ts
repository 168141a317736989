import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { operations } from '../../../calls/operations/all.ts'
import { changesSomething, type Operation } from '../../../calls/operations/operation.ts'
import {
  callServer,
  type RemoteAnswer,
  type RemoteCall,
  type RemoteOutcome,
  usualPatience,
} from '../../../doors/remote/call-server.ts'
import { findRequestFault } from '../../../doors/remote/check-request.ts'
import { curlCommand } from '../../../doors/remote/curl-command.ts'
import { operationHelp } from '../../../doors/remote/operation-help.ts'
import { refusalWords } from '../../../doors/remote/outcome-words.ts'
import type { RemotePlace } from '../../../doors/remote/place.ts'
import { readWritten } from '../../../doors/remote/written-values.ts'
import { suggestion } from '../../../ground/kernel/nearest.ts'
import type { CallFlags } from '../../configuration/call-flags.ts'
import { CommandFailed } from '../command-failed.ts'
import { findSecret, findWhere, standardInput } from './call-place.ts'

/** Where the answer goes, and where what is said about it. */
export interface CallScreen {
  readonly out: (text: string) => void
  readonly say: (text: string) => void
  readonly isTerminal: boolean
}

const screen: CallScreen = {
  out: (text) => void process.stdout.write(text),
  say: (text) => void process.stderr.write(text),
  isTerminal: process.stdout.isTTY,
}

export async function callNamed(
  name: string,
  words: readonly string[],
  flags: CallFlags,
  on: CallScreen = screen,
): Promise<void> {
  await callOperation(findOperation(name), words, flags, on)
}

/** The fields of an operation; undefined if there is none of this name. */
export function helpOnCall(name: string | undefined): string | undefined {
  const operation = operations.find((one) => one.name === name)
  return operation && operationHelp(operation)
}

function findOperation(name: string): Operation {
  const found = operations.find((one) => one.name === name)
  if (found) return found
  const near = suggestion(
    name,
    operations.map((one) => one.name),
  )
  throw new CommandFailed([`There is no operation ${name}${near || '. docs/reference.md lists all.'}`], 2)
}

async function callOperation(
  operation: Operation,
  words: readonly string[],
  flags: CallFlags,
  on: CallScreen,
): Promise<void> {
  const body = await bodyOf(operation, words, flags)
  const where = findWhere(flags, operation.group)
  const made = changesSomething(operation) ? randomUUID() : undefined
  const customRequestId = flags.requestId ?? made
  const asked: RemoteCall = { operation, body, ...(customRequestId !== undefined && { customRequestId }) }
  if (flags.curl) return on.out(`${curlCommand(where, asked)}\n`)
  const place = { ...where, secret: await findSecret(where, flags) }
  const began = performance.now()
  const onRetry = (why: string, waitMs: number) =>
    on.say(`${capital(why)}; trying again in ${waitMs / 1000} seconds.\n`)
  const outcome = await callServer(place, asked, { ...usualPatience, onRetry })
  if (outcome.kind === 'unreachable') throw notReached(outcome, asked, place)
  await printAnswer(outcome, asked, { on, place, milliseconds: Math.round(performance.now() - began) })
}

/** Checked before anything is sent: whatever is wrong here is told with the nearest name. */
async function bodyOf(operation: Operation, words: readonly string[], flags: CallFlags): Promise<string> {
  const text = flags.body === undefined ? written(operation, words) : await givenBody(flags.body, words)
  const fault = findRequestFault(operation, text)
  if (fault === undefined) return text
  throw new CommandFailed([fault, ...seeHelp(operation)], 2)
}

function written(operation: Operation, words: readonly string[]): string {
  const read = readWritten(words, operation.request)
  if (read.kind === 'body') return JSON.stringify(read.body)
  throw new CommandFailed([...read.faults, ...seeHelp(operation)], 2)
}

const seeHelp = ({ name }: Operation) => [`Nothing was sent. Run "purser call ${name} --help" for its fields.`]

async function givenBody(file: string, words: readonly string[]): Promise<string> {
  if (words.length > 0) throw new CommandFailed(['Give the request with --body or as FIELD=VALUE, not both.'], 2)
  try {
    return file === '-' ? await standardInput() : await readFile(file, 'utf8')
  } catch (error) {
    throw new CommandFailed([`${file} cannot be read: ${error instanceof Error ? error.message : error}`], 2)
  }
}

function notReached(outcome: Extract<RemoteOutcome, { kind: 'unreachable' }>, asked: RemoteCall, { url }: RemotePlace) {
  const { customRequestId: id } = asked
  if (!outcome.wasSent)
    return new CommandFailed(
      [`${capital(outcome.text)}. Is the server running? --url or PURSER_URL says where it is; now it is ${url}.`],
      4,
    )
  const again =
    id === undefined
      ? ['It only reads: call it again.']
      : [`It may have been carried out. Repeat the same call with --request-id ${id}: it takes effect only once.`]
  return new CommandFailed([`${capital(outcome.text)}.`, ...again], 4)
}

interface CallReport {
  readonly on: CallScreen
  readonly place: RemotePlace
  readonly milliseconds: number
}

async function printAnswer(
  answer: RemoteAnswer,
  asked: RemoteCall,
  { on, place, milliseconds }: CallReport,
): Promise<void> {
  const { isSuccess, unknownFields, body } = answer
  if (unknownFields !== undefined) on.say(`The server does not know these fields, and ignored them: ${unknownFields}\n`)
  if (isSuccess && on.isTerminal) on.out(`${asked.operation.name} succeeded in ${milliseconds} ms.\n`)
  const found = answer.isOurOwn ? await earlierAttempt(answer, place, on) : undefined
  on.out(`${JSON.stringify(found ?? body, undefined, 2)}\n`)
  if (isSuccess || answer.isOurOwn) return
  throw new CommandFailed([...refusalWords(answer), ...originalWords(answer)])
}

const originalWords = ({ errorCode, original }: RemoteAnswer) =>
  errorCode === 3 && original !== undefined
    ? [`The earlier call is ${original}: purser call requestLookup requestRef=${original}`]
    : []

/** The answer of an attempt that succeeded was lost, but what it did is recorded. */
async function earlierAttempt({ original }: RemoteAnswer, place: RemotePlace, on: CallScreen) {
  on.say(
    `It succeeded at an earlier attempt, whose answer was lost: its requestRef is ${original}. This is its record.\n`,
  )
  const body = JSON.stringify({ requestRef: original })
  const looked = await callServer(place, { operation: findOperation('requestLookup'), body })
  // The reference of the call that was done, and not that of the look-up.
  return { ...(looked.kind === 'answer' && looked.isSuccess && looked.body), success: true, requestRef: original }
}

/** An address stays as it is written. */
const capital = (text: string) => (/^\w+:\/\//.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`)
