import type { Operation } from '../../calls/operations/operation.ts'
import type { FieldShape, FieldSpec, Model } from '../../ground/contract/field.ts'
import { requestExample } from '../api/describe/examples.ts'
import { defaultOf, describeField, typeOf } from '../api/describe/field-words.ts'
import { descriptionOf } from '../api/describe/operation-words.ts'

/** What `purser call OPERATION --help` prints: the operation's fields as they are written there. */
export function operationHelp(operation: Operation): string {
  const lines = fieldLines(operation.request.fields, '', [])
  const width = Math.min(44, Math.max(0, ...lines.map(([left]) => left.length)) + 2)
  const fields = lines.flatMap(([left, right]) =>
    left.length + 2 > width ? [`  ${left}`, `  ${' '.repeat(width)}${right}`] : [`  ${left.padEnd(width)}${right}`],
  )
  return [
    `Usage: purser call ${operation.name} [FIELD=VALUE …] [FLAGS]`,
    '',
    operation.summary,
    descriptionOf(operation),
    '',
    ...(fields.length > 0 ? ['Fields (* is required):', ...fields] : ['It takes no fields.']),
    '',
    'Example:',
    `  ${exampleCall(operation)}`,
    '',
    'Flags: purser call --help',
    '',
  ].join('\n')
}

type Line = readonly [left: string, right: string]

function fieldLines(fields: FieldShape, before: string, within: readonly Model[]): Line[] {
  return Object.entries(fields).flatMap(([name, { spec }]) => [
    lineOf(`${before}${name}`, spec),
    ...innerLines(`${before}${name}`, spec, within),
  ])
}

function innerLines(path: string, spec: FieldSpec, within: readonly Model[]): Line[] {
  const inner = spec.kind === 'list' ? spec.item : spec
  if (inner?.kind !== 'object' || !inner.model || within.includes(inner.model)) return []
  return fieldLines(inner.model.fields, `${path}${spec.kind === 'list' ? '[0]' : ''}.`, [...within, inner.model])
}

function lineOf(path: string, spec: FieldSpec): Line {
  const value = defaultOf(spec)
  const isPart = spec.kind === 'object' || spec.item?.kind === 'object'
  const choices = spec.choices ? ` One of ${spec.choices.join(', ')}.` : ''
  const usual = value === undefined ? '' : ` Default: ${value}.`
  const left = `${path}${spec.required ? '*' : ''}${isPart ? '' : `=${(spec.kind === 'list' && spec.item ? typeOf(spec.item) : typeOf(spec)).toUpperCase()}`}`
  return [left, `${describeField(spec, true)}${choices}${usual}`]
}

/** The operation's example as it is written on the command line. */
function exampleCall(operation: Operation): string {
  return ['purser call', operation.name, ...exampleWords(operation).map(shellWord)].join(' ')
}

/** The words that make up the operation's example. */
export function exampleWords(operation: Operation): string[] {
  return Object.entries(requestExample(operation)).flatMap(([name, value]) => {
    const spec = operation.request.fields[name]?.spec
    const isJson = spec?.kind === 'json' || spec?.item?.kind === 'json'
    return isJson ? [`${name}:=${JSON.stringify(value)}`] : wordsOf(value, name)
  })
}

function wordsOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((element, index) => wordsOf(element, `${path}[${index}]`))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => wordsOf(inner, path === '' ? name : `${path}.${name}`))
  return [`${path}=${value}`]
}

const shellWord = (word: string) => (/^[\w.=@:/+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
