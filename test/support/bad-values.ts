import type { FieldSpec, Model } from '../../server/ground/contract/field.ts'

/** A body that must be refused: by which code, and which path the message names ('' when none can be named). */
export interface BadBody {
  readonly body: string
  readonly code: number
  readonly path: string
}

/** A value as JSON text, because some bad values cannot be said in JavaScript. */
type Text = string

interface Bad {
  readonly text: Text
  readonly code?: number
  /** The place below the field that is to blame, such as [0]; undefined: the body as a whole is. */
  readonly at: string | undefined
}

const deep = `${'['.repeat(64)}${']'.repeat(64)}`
/** What no field takes, whatever its type: the body itself is not valid. */
const neverValid: readonly Text[] = [
  '"\\ud800"',
  '"a\\udc00b"',
  '"a\\u0000b"',
  '"\\x"',
  '"tab\there"',
  'NaN',
  '-Infinity',
  '+1',
  '01',
  deep,
  '{"a":1,"a":2}',
]
const noNumber: readonly Text[] = [
  '"NaN"',
  '"Infinity"',
  '"-Infinity"',
  '"1e"',
  '""',
  '" 1"',
  '"1,5"',
  '"0x10"',
  '"١"',
  'true',
  '[]',
  '[1]',
  '{}',
  '{"constructor":1}',
  '1e400',
  '-1e400',
  '1e-400',
  '"1e400"',
  '1e15',
  '1234567890123456789',
  `${'9'.repeat(500)}`,
  `"${'9'.repeat(5000)}"`,
]
const noDateTime: readonly Text[] = [
  '"2026-02-30 00:00:00"',
  '"2026-13-01 00:00:00"',
  '"2026-00-10 00:00:00"',
  '"2025-02-29 12:00:00"',
  '"2026-01-01 24:00:00"',
  '"2026-01-01 12:60:00"',
  '"2026-01-01 12:00:61"',
  '"2026-01-01"',
  '"2026-01-01T00:00:00Z"',
  '"2026-1-1 0:0:0"',
  '" 2026-01-01 00:00:00"',
  '"12026-01-01 00:00:00"',
  '"0000-00-00 00:00:00"',
  '"now"',
  '""',
  '1767225600000',
  'true',
  '[]',
  '{}',
]
const noDate: readonly Text[] = [
  '"2026-02-30"',
  '"2026-13-01"',
  '"2026-01-01 00:00:00"',
  '"01/02/2026"',
  '""',
  '20260101',
  'true',
  '[]',
  '{}',
]

/** Every bad body that follows from a contract alone, with every other field as in `valid`. */
export function badBodies(model: Model, valid: object): BadBody[] {
  return Object.entries(model.fields).flatMap(([name, { spec }]) => badBodiesOf(name, spec, valid))
}

function badBodiesOf(name: string, spec: FieldSpec, valid: object): BadBody[] {
  return badValues(spec, (valid as Record<string, unknown>)[name]).map(({ text, code = 100, at }) => ({
    body: withField(valid, name, text),
    code,
    path: at === undefined || code !== 100 ? '' : name + at,
  }))
}

function badValues(spec: FieldSpec, valid: unknown): Bad[] {
  const own = badElements(spec, valid).filter(({ text }) => !(text === '""' && takesEmpty(spec)))
  const isMissing = spec.required && spec.defaultValue === undefined
  const absent = isMissing || spec.filter ? [{ text: 'null', code: spec.filter ? 100 : spec.missing, at: '' }] : []
  return [...own, ...absent]
}

function badElements(spec: FieldSpec, valid: unknown): Bad[] {
  return [...ofKind(spec, valid), ...neverValid.map((text) => ({ text, at: undefined }))]
}

const wireTexts = ['text', 'choice', 'date', 'dateTime']

/** An empty text clears what is kept; in any other optional text it says nothing, but for filters. */
const takesEmpty = ({ kind, clearable, required, filter }: FieldSpec) =>
  clearable || (wireTexts.includes(kind) && !required && !filter)

function ofKind(spec: FieldSpec, valid: unknown): Bad[] {
  switch (spec.kind) {
    case 'text':
      return badTexts(spec)
    case 'flag':
      return here(['1', '0', '"yes"', '"TRUE"', '""', '[]', '{}', '[true]', '1e400'])
    case 'integer':
      return [...here([...noNumber, '1.5', '"1.5"']), ...outOfRange(spec)]
    case 'decimal':
    case 'number':
      return [...here([...noNumber, '0.1234567890123', '123456789.12345678']), ...outOfRange(spec)]
    case 'dateTime':
      return here(noDateTime)
    case 'date':
      return here(noDate)
    case 'choice':
      return here([
        '"unknown"',
        '""',
        '"__proto__"',
        '"constructor"',
        '5',
        'true',
        '[]',
        '{}',
        `"${spec.choices?.[0]?.toUpperCase()}!"`,
      ])
    case 'list':
      return badLists(spec)
    case 'object':
      return badObjects(spec, valid)
    case 'json':
      return here([JSON.stringify({ text: 'x'.repeat(spec.max ?? 0) })])
  }
}

const here = (texts: readonly Text[]): Bad[] => texts.map((text) => ({ text, at: '' }))

function badTexts({ required, missing, min = 0, max = 0 }: FieldSpec): Bad[] {
  const wrong = here([
    'true',
    'false',
    '[]',
    '["a"]',
    '{}',
    '{"toString":1}',
    '1e400',
    '12345678901234567890',
    JSON.stringify('x'.repeat(max + 1)),
    JSON.stringify('€'.repeat(max + 1)),
  ])
  const empty: Bad[] = min > 0 ? [{ text: '""', code: required ? missing : 100, at: '' }] : []
  const short = min > 1 ? here([JSON.stringify('x'.repeat(min - 1))]) : []
  return [...wrong, ...empty, ...short]
}

function outOfRange({ min, max }: FieldSpec): Bad[] {
  return here([
    ...(min === undefined ? [] : [String(min - 1), `"${min - 1}"`]),
    ...(max === undefined ? [] : [String(max + 1), '999999999999999']),
  ])
}

function badLists({ item, max = 0 }: FieldSpec): Bad[] {
  if (!item) return []
  const good = JSON.stringify(sampleOf(item))
  const wrong = here(['"a"', '5', 'true', '{}', '""', `[${Array.from({ length: max + 1 }, () => good).join(',')}]`])
  const elements = badElements(item, sampleOf(item))
  const inside = elements.map(({ text, at, ...rest }) => ({
    ...rest,
    text: `[${good},${text}]`,
    at: at === undefined ? at : `[1]${at}`,
  }))
  return [...wrong, { text: '[null]', at: '[0]' }, ...inside]
}

function badObjects({ model }: FieldSpec, valid: unknown): Bad[] {
  if (!model) return []
  const good = (valid ?? sampleOfModel(model)) as Record<string, unknown>
  const inside = Object.entries(model.fields).flatMap(([name, { spec }]) =>
    badValues(spec, good[name]).map((bad) => ({
      ...bad,
      text: withField(good, name, bad.text),
      at: bad.at === undefined ? bad.at : `.${name}${bad.at}`,
    })),
  )
  return [...here(['"a"', '5', 'true', '[]', '""', '[{}]', '1e400']), ...inside]
}

/** The object's JSON with one field replaced by a text. */
function withField(object: object, name: string, text: Text): string {
  const rest = Object.entries(object).filter(([key]) => key !== name)
  return `{${[...rest.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`), `${JSON.stringify(name)}:${text}`].join(',')}}`
}

/** A value that the contract takes, and that is not the default. */
export function sampleOf(spec: FieldSpec): unknown {
  switch (spec.kind) {
    case 'text':
      return 'x'.repeat(Math.max(1, spec.min ?? 0))
    case 'flag':
      return spec.defaultValue !== true
    case 'integer':
    case 'decimal':
    case 'number':
      return spec.min ?? 1
    case 'dateTime':
      return '2026-01-31 12:00:00'
    case 'date':
      return '2026-01-31'
    case 'choice':
      return spec.choices?.[0]
    case 'list':
      return spec.item ? [sampleOf(spec.item)] : []
    case 'object':
      return spec.model ? sampleOfModel(spec.model) : {}
    case 'json':
      return {}
  }
}

/** What the contract requires, and nothing else. */
export function sampleOfModel(model: Model): Record<string, unknown> {
  const required = Object.entries(model.fields).filter(([, { spec }]) => spec.required)
  return Object.fromEntries(required.map(([name, { spec }]) => [name, sampleOf(spec)]))
}
