import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import test from 'node:test'
import { type Room, rooms, roomTable } from '../scripts/rooms.ts'

const root = join(import.meta.dirname, '..')

interface Import {
  readonly path: string
  readonly room: string
  readonly from: string
  readonly isType: boolean
}

const sources = globSync('server/*/**/*.ts', { cwd: root }).map((path) => ({
  path,
  room: path.split('/')[1] ?? '',
  text: readFileSync(join(root, path), 'utf8'),
}))

const imports: readonly Import[] = sources.flatMap(({ path, room, text }) => {
  const roomOf = (from: string) => relative('server', join(dirname(path), from)).split('/')[0] ?? ''
  const first = [...text.matchAll(/^(?:import|export) (type )?((?:[^'\n]|\n(?!import|export))*?) ?from '(\.[^']+)'/gm)]
  // What is loaded only when it is needed.
  const later = [...text.matchAll(/\bimport\(\s*'(\.[^']+)'/g)]
  return [
    ...first.map(([, type, names = '', from = '']) => ({
      path,
      room,
      from: roomOf(from),
      isType: type !== undefined || /^\{(\s*type \w+( as \w+)?,?)+\s*\}$/.test(names.trim()),
    })),
    ...later.map(([, from = '']) => ({ path, room, from: roomOf(from), isType: false })),
  ]
})

const importsOf = ({ name }: Room) => imports.filter(({ room, from }) => room === name && from !== name)

test('every folder of the server is a room of the plan, and beside them stands only the entry', () => {
  const entries = readdirSync(join(root, 'server'), { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  assert.deepEqual(folders.toSorted(), rooms.map(({ name }) => name).toSorted())
  assert.deepEqual(files.toSorted(), ['main.ts', 'purser.js'])
})

test('a room may import only rooms above it in the plan, so that they stand in no circle', () => {
  const wrong = rooms.flatMap(({ name, values, types }, index) => {
    const above = rooms.slice(0, index).map((room) => room.name)
    return [...values, ...types].filter((one) => !above.includes(one)).map((one) => `${name}: ${one}`)
  })
  assert.deepEqual(wrong, [])
})

test('each room imports only what the plan allows it', () => {
  const wrong = rooms.flatMap((room) =>
    importsOf(room)
      .filter(({ from, isType }) => !room.values.includes(from) && !(isType && room.types.includes(from)))
      .map(({ path, from, isType }) => `${path} imports ${isType ? 'types' : 'values'} of ${from}`),
  )
  assert.deepEqual(wrong, [])
})

test('the plan allows nothing that no room makes use of', () => {
  const unused = rooms.flatMap((room) => {
    const found = importsOf(room)
    const isUsed = (from: string, asType: boolean) => found.some((one) => one.from === from && one.isType === asType)
    return [
      ...room.values.filter((from) => !isUsed(from, false)).map((from) => `${room.name}: values of ${from}`),
      ...room.types.filter((from) => !isUsed(from, true)).map((from) => `${room.name}: types of ${from}`),
    ]
  })
  assert.deepEqual(unused, [])
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
  const pure = sources.filter(({ room }) => rooms.some(({ name, isPure }) => name === room && isPure))
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
  const loadedRooms = new Set([...loaded].map((path) => path.split('/')[1]))
  assert.deepEqual([...loadedRooms].toSorted(), lightRooms)
})

const lightRooms = ['brand', 'command-line', 'configuration', 'kernel', 'log', 'main.ts', 'waiting']

test('in the folder of a noun, a file is an operation; what operations are made of is in parts/', () => {
  const listed = readFileSync(join(root, 'server/calls/operations/all.ts'), 'utf8')
  const isListed = (path: string) => listed.includes(`'./${relative('server/calls/operations', path)}'`)
  const files = globSync('server/calls/operations/*/**/*.ts', { cwd: root })
  const wrong = files.filter((path) => isListed(path) === path.includes('/parts/'))
  assert.deepEqual(wrong, [])
})

test('the table of ARCHITECTURE.md is that of the plan; if not: npm run docs', () => {
  assert.ok(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').includes(roomTable()))
})
