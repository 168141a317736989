import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test from 'node:test'
import { portalFolders, type Room, wings } from '../scripts/rooms.ts'
import { importsOf, type SourceImport } from './support/source-imports.ts'

const root = join(import.meta.dirname, '..')

interface PlannedRoom extends Room {
  /** Such as domain/card. */
  readonly path: string
  /** What it may import: the wings before, and the rooms before it in its own. */
  readonly before: ReadonlySet<string>
}

const rooms: readonly PlannedRoom[] = wings
  .flatMap((wing) => wing.rooms.map((room) => ({ ...room, path: `${wing.name}/${room.name}` })))
  .map((room, index, all) => ({ ...room, before: new Set(all.slice(0, index).map(({ path }) => path)) }))

const roomAt = (path: string) => path.split('/').slice(1, 3).join('/')
const sources = globSync('server/*/*/**/*.ts', { cwd: root }).map((path) => ({
  path,
  room: roomAt(path),
  text: readFileSync(join(root, path), 'utf8'),
}))
const imports = importsOf(sources).map((one) => ({ ...one, room: roomAt(one.path), from: roomAt(one.to) }))
const between = imports.filter(({ room, from }) => room !== from)
const tell = ({ path, to }: SourceImport) => `${path} imports ${to}`

test('every folder of the server is a wing or a room of the plan, and beside them stands only the entry', () => {
  const foldersOf = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .toSorted()
  assert.deepEqual(foldersOf('server'), wings.map(({ name }) => name).toSorted())
  for (const { name, rooms: own } of wings)
    assert.deepEqual(foldersOf(`server/${name}`), own.map((room) => room.name).toSorted())
  const outside = globSync('server/{*,*/*}.*', { cwd: root }).toSorted()
  assert.deepEqual(outside, ['server/main.ts', 'server/purser.js'])
})

test('a room imports only wings before its own, and rooms before it in its own, so that they stand in no circle', () => {
  const wrong = rooms.flatMap(({ path, before }) =>
    between.filter(({ room, from }) => room === path && !before.has(from)).map(tell),
  )
  assert.deepEqual(wrong, [])
})

test('what is pure imports only what is pure, and the whole domain is', () => {
  const pure = new Set(rooms.filter(({ isPure }) => isPure).map(({ path }) => path))
  assert.deepEqual(
    rooms.filter(({ path, isPure }) => path.startsWith('domain/') && !isPure),
    [],
  )
  assert.deepEqual(between.filter(({ room, from }) => pure.has(room) && !pure.has(from)).map(tell), [])
})

/** Packages and modules that compute and do nothing else. */
const computing = [
  'node:assert/strict',
  'node:crypto',
  'node:util',
  'libphonenumber-js/min',
  'mustache',
  'rrule-temporal',
  'yaml',
]
const impure =
  /Date\.now\(|new Date\(\)|Math\.random|performance\.now|\brandom(Bytes|UUID|Int)\(|\bawait\b|\basync\b|Promise\b|\bprocess\.|setTimeout|setInterval|console\./

test('rooms that are called pure have no clock, no randomness, no input and no output', () => {
  const pure = sources.filter(({ room }) => rooms.some(({ path, isPure }) => path === room && isPure))
  const wrong = pure.flatMap(({ path, text }) => {
    const withoutComments = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    // Of what connects, these two only compute.
    const code = withoutComments.replace("import { BlockList, isIP } from 'node:net'", '')
    const foreign = [...code.matchAll(/from '([^.'][^']*)'/g)].map(([, from = '']) => from)
    return [
      ...code.split('\n').flatMap((line) => (impure.test(line) ? [`${path}: ${line.trim()}`] : [])),
      ...foreign.filter((from) => !computing.includes(from)).map((from) => `${path} imports ${from}`),
    ]
  })
  assert.deepEqual(wrong, [])
})

test('the portal imports types of the server, values of its pure rooms, and its folders stand in no circle', () => {
  const files = globSync('portal/**/*.{ts,tsx}', { cwd: root }).filter((path) => !path.startsWith('portal/dist/'))
  const texts = files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const own = importsOf(texts)
  const pure = new Set(rooms.filter(({ isPure }) => isPure).map(({ path }) => path))
  const ofServer = own.filter(({ to }) => to.startsWith('server/'))
  assert.deepEqual(ofServer.filter(({ to, isType }) => !isType && !pure.has(roomAt(to))).map(tell), [])
  // Beside the folders stands what puts them together.
  const folders: readonly string[] = [...portalFolders, '']
  const floorOf = (path: string) => folders.indexOf(path.split('/').length > 2 ? (path.split('/')[1] ?? '') : '')
  const inside = own.filter(({ to }) => to.startsWith('portal/'))
  assert.deepEqual(inside.filter(({ path, to }) => floorOf(to) > floorOf(path)).map(tell), [])
  assert.deepEqual(
    files.filter((path) => floorOf(path) < 0),
    [],
  )
})

test('the client imports nothing of ours', () => {
  const files = globSync('client/{*,generated/*}.ts', { cwd: root })
  const texts = files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  assert.deepEqual(
    importsOf(texts)
      .filter(({ to }) => !to.startsWith('client/'))
      .map(tell),
    [],
  )
})

test('the house does not grow unseen', (context) => {
  const arrows = new Set(between.map(({ room, from }) => `${room} ${from}`))
  const figures = { wings: wings.length, rooms: rooms.length, arrows: arrows.size, longestWalk: longestWalk(arrows) }
  context.diagnostic(JSON.stringify(figures))
  for (const [name, most] of Object.entries(mostOf))
    assert.ok(figures[name as keyof typeof figures] <= most, `${name}: ${JSON.stringify(figures)}`)
})

/**
 * Whoever needs more says here that it is worth it. Posters are drawn where passes are, for the portal and the icons of
 * members; passkeys of members are read where those of staff are.
 */
const mostOf = { wings: 7, rooms: 53, arrows: 435, longestWalk: 24 }

/** The most rooms that one can walk through along imports. */
function longestWalk(arrows: ReadonlySet<string>): number {
  const walks = new Map<string, number>()
  for (const { path } of rooms) {
    const next = [...arrows].filter((arrow) => arrow.startsWith(`${path} `)).map((arrow) => arrow.split(' ')[1] ?? '')
    walks.set(path, 1 + Math.max(0, ...next.map((one) => walks.get(one) ?? 0)))
  }
  return Math.max(...walks.values())
}

test('to find out which command was meant, nothing of what commands do is loaded', () => {
  const loaded = new Set<string>()
  const load = (path: string) => {
    if (loaded.has(path)) return
    loaded.add(path)
    const text = readFileSync(join(root, path), 'utf8')
    for (const [, from = ''] of text.matchAll(/^(?:import|export) (?!type )[^']*?from '(\.[^']+)'/gm))
      load(join(dirname(path), from))
  }
  load('server/main.ts')
  const loadedRooms = new Set([...loaded].map((path) => roomAt(path)))
  assert.deepEqual([...loadedRooms].toSorted(), lightRooms)
})

const lightRooms = [
  ...['domain/brand', 'ground/kernel', 'ground/log', 'ground/waiting', 'main.ts'],
  ...['program/command-line', 'program/configuration'],
]

test('in the folder of a noun, a file is an operation; what operations are made of is in parts/', () => {
  const listed = readFileSync(join(root, 'server/calls/operations/all.ts'), 'utf8')
  const isListed = (path: string) => listed.includes(`'./${path.slice('server/calls/operations/'.length)}'`)
  const files = globSync('server/calls/operations/*/**/*.ts', { cwd: root })
  const wrong = files.filter((path) => isListed(path) === path.includes('/parts/'))
  assert.deepEqual(wrong, [])
})
