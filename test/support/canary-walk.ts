import assert from 'node:assert/strict'
import { operations } from '../../server/calls/operations/all.ts'
import { operationRights } from '../../server/domain/judge/operation-rights.ts'
import { portalRoutes } from '../../server/doors/portal-api/all.ts'
import type { Canaries, CanaryPerson } from './canary-brand.ts'
import type { PortalUser } from './portal-room.ts'
import { bodiesOf, type NamedValues } from './walked-bodies.ts'

/** What came back from a door. */
export interface Heard {
  readonly door: string
  readonly isDone: boolean
  readonly text: string
  /** What was sent, where that is known. */
  readonly asked?: string
}

interface Asked {
  readonly door: string
  readonly asked?: string
  readonly ask: () => Promise<{ readonly status: number; readonly body: unknown }>
}

const rights: { readonly [name: string]: unknown } = operationRights

/** Goes through every door of the portal, about each of the people. */
export function walkPortal(
  user: PortalUser,
  people: readonly CanaryPerson[],
  more: NamedValues = {},
): Promise<readonly Heard[]> {
  const asked = people.flatMap((person, at): Asked[] => [
    ...portalRoutes
      .filter(({ kind }) => kind === 'brand' || (kind === 'own' && at === 0))
      .flatMap((route) =>
        bodiesOf(route, person, more).map((body) => ({ door: route.name, ask: () => user.ask(route.name, body) })),
      ),
    ...operations
      .filter(({ name }) => rights[name] !== 'machines' && !name.startsWith('refresh'))
      .flatMap((operation) =>
        bodiesOf(operation, person, more).map((body) => ({
          door: `call/${operation.name}`,
          ask: () => user.call(operation.name, body, { note: 'walk' }),
        })),
      ),
  ])
  return hearAll(asked)
}

/** Goes through every operation of the interface with a key. */
export function walkInterface(
  call: (operation: string, body: object) => Promise<{ readonly status: number; readonly body: unknown }>,
  people: readonly CanaryPerson[],
  more: NamedValues = {},
): Promise<readonly Heard[]> {
  const asked = people.flatMap((person) =>
    operations
      .filter(({ name }) => !name.startsWith('refresh'))
      .flatMap((operation) =>
        bodiesOf(operation, person, more).map((body) => ({
          door: operation.name,
          asked: JSON.stringify(body).toLowerCase(),
          ask: () => call(operation.name, body),
        })),
      ),
  )
  return hearAll(asked)
}

const atOnce = 6

async function hearAll(asked: readonly Asked[]): Promise<readonly Heard[]> {
  const heard: Heard[] = []
  for (let at = 0; at < asked.length; at += atOnce) {
    const some = asked.slice(at, at + atOnce).map(async ({ door, ask, asked: sent = '' }) => {
      const { status, body } = await ask()
      assert.notEqual(status, 500, `${door}: ${JSON.stringify(body)}`)
      return { door, isDone: status === 200 && !isFailure(body), text: JSON.stringify(body).toLowerCase(), asked: sent }
    })
    heard.push(...(await Promise.all(some)))
  }
  return heard
}

/** How many doors told something, and which never did: in what is only ever refused, nothing was searched. */
export function openDoors(heard: readonly Heard[]): { readonly open: number; readonly closed: readonly string[] } {
  const all = new Set(heard.map(({ door }) => door))
  const open = new Set(heard.filter(({ isDone }) => isDone).map(({ door }) => door))
  return { open: open.size, closed: [...all.difference(open)] }
}

const isFailure = (body: unknown) => (body as { readonly success?: unknown } | undefined)?.success === false

/** Where something was told that is not for this caller: `call/search tells lastName`. */
export function leaksIn(heard: readonly Heard[], canaries: Canaries): string[] {
  const found = Object.entries(canaries).flatMap(([name, text]) => {
    assert.ok(text.length > 5, `${name} could stand anywhere`)
    // Six digits stand in many a time of day: those of a pin stand alone.
    const isTold = /^\d+$/.test(text)
      ? (told: string) => new RegExp(`(?<!\\d)${text}(?!\\d)`).test(told)
      : (told: string) => told.includes(text.toLowerCase())
    return heard.flatMap((one) => (isTold(one.text) ? [`${one.door} tells ${name}`] : []))
  })
  return [...new Set(found)]
}

/** The same but for what a caller has said themselves. */
export const untoldIn = (heard: readonly Heard[], canaries: Canaries): string[] =>
  Object.entries(canaries).flatMap(([name, text]) =>
    leaksIn(
      heard.filter(({ asked = '' }) => !asked.includes(text.toLowerCase())),
      { [name]: text },
    ),
  )

/** What nobody has told, of what this caller may know. A walk that hears nothing proves nothing. */
export const unheardIn = (heard: readonly Heard[], canaries: Canaries): string[] =>
  Object.entries(canaries).flatMap(([name, text]) =>
    heard.some((one) => one.text.includes(text.toLowerCase())) ? [] : [name],
  )
