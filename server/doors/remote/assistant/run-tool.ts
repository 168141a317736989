import { randomUUID } from 'node:crypto'
import { changesSomething, type Operation } from '../../../calls/operations/operation.ts'
import { callServer, type RemoteOutcome, type RemotePatience } from '../call-server.ts'
import { findRequestFault } from '../check-request.ts'
import { refusalWords } from '../outcome-words.ts'
import type { RemotePlace } from '../place.ts'
import { boundedText } from './bounded.ts'
import type { Allowed, AssistantStanding, Tool } from './tool.ts'

export interface ToolRoom {
  readonly place: RemotePlace
  readonly standing: AssistantStanding
  readonly allowed: Allowed
  readonly patience: RemotePatience
}

export interface ToolResult {
  readonly text: string
  readonly isError: boolean
}

type ToolInput = Readonly<Record<string, unknown>>

/** What is wrong with what an assistant gives, before anything is sent; undefined: nothing. */
export function findToolFault(
  tool: Tool,
  given: unknown,
  { standing, allowed }: Pick<ToolRoom, 'standing' | 'allowed'>,
): string | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return 'expected an object'
  const unknown = Object.keys(given).find((name) => !tool.fields.includes(name))
  if (unknown !== undefined) return `${unknown}: unknown field; known here: ${tool.fields.join(', ')}`
  const body = { ...given, ...tool.fixed?.(standing, allowed) }
  return tool.check?.(given as ToolInput) ?? findRequestFault(tool.operation, JSON.stringify(body))
}

/** Asks the server, and answers what an assistant can read, whatever happens. */
export async function runTool(tool: Tool, given: ToolInput, room: ToolRoom): Promise<ToolResult> {
  const { standing, allowed } = room
  const outcome = await ask(tool.operation, { ...given, ...tool.fixed?.(standing, allowed) }, room)
  if (outcome.kind === 'unreachable' || !outcome.isSuccess) return failed(outcome)
  const { followedBy } = tool
  if (!followedBy || !standing.operations.includes(followedBy.operation.name))
    return { text: boundedText(outcome.body), isError: false }
  const named = Object.fromEntries(followedBy.fields.map((name) => [name, outcome.body[name]]))
  const next = await ask(followedBy.operation, named, room)
  const isRead = next.kind === 'answer' && next.isSuccess
  return { text: boundedText(isRead ? next.body : outcome.body), isError: false }
}

function ask(operation: Operation, body: ToolInput, { place, patience }: ToolRoom): Promise<RemoteOutcome> {
  const customRequestId = changesSomething(operation) ? { customRequestId: randomUUID() } : {}
  return callServer(place, { operation, body: JSON.stringify(body), ...customRequestId }, patience)
}

function failed(outcome: RemoteOutcome): ToolResult {
  if (outcome.kind === 'answer') {
    // The call succeeded although its answer was lost.
    if (outcome.isOurOwn) return { text: `It was carried out; its requestRef is ${outcome.original}.`, isError: false }
    return { text: refusalWords(outcome).join('\n'), isError: true }
  }
  const more = outcome.wasSent ? 'It may have been carried out: look before you repeat it.' : 'Nothing was done.'
  return { text: `The server could not be reached: ${outcome.text}. ${more}`, isError: true }
}
