import fc from 'fast-check'
import type { FieldSpec, Model } from '../../server/ground/contract/field.ts'

/** Anything that JSON can say. */
const anything = fc.jsonValue({ maxDepth: 3 })
const strangeText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-0',
    'null',
    'NaN',
    '1e400',
    '__proto__',
    'constructor',
    "'; --",
    '%',
    '\\',
    '%00',
    '../../..',
    '😀',
    '\u202e',
    '\ufeff',
    '١٢٣',
  ),
)
const strangeNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(
    0,
    -0,
    0.1,
    1e-7,
    1e15,
    999_999_999_999_999,
    2 ** 53,
    -(2 ** 53),
    5e-324,
    1.7976931348623157e308,
    0.005,
    1.005,
  ),
)

/** Mostly what the field asks for, sometimes anything at all: so that bodies get past the reader, too. */
function anyValueOf(spec: FieldSpec, real: fc.Arbitrary<string>, isTame: boolean): fc.Arbitrary<unknown> {
  const fitting = fittingOf(spec, real, isTame)
  if (isTame) return fitting
  return fc.oneof(
    { arbitrary: fitting, weight: 6 },
    { arbitrary: fc.oneof(anything, strangeText, strangeNumber), weight: 1 },
  )
}

function fittingOf(spec: FieldSpec, real: fc.Arbitrary<string>, isTame: boolean): fc.Arbitrary<unknown> {
  switch (spec.kind) {
    case 'text':
      return isTame ? real : fc.oneof(real, strangeText)
    case 'flag':
      return fc.constantFrom<unknown>(true, false, 'true', 'false')
    case 'integer':
      return fc.integer({ min: spec.min ?? -5, max: spec.max ?? 1000 })
    case 'decimal':
    case 'number':
      return fc.oneof(
        fc.integer({ min: 1, max: 2000 }).map((cents) => cents / 100),
        ...(isTame ? [] : [strangeNumber]),
      )
    case 'dateTime':
      return fc.constantFrom('2026-01-31 12:00:00', '2099-12-31 23:59:59', '2026-02-30 00:00:00', '0999-01-01 00:00:00')
    case 'date':
      return fc.constantFrom('2026-01-31', '2026-02-30')
    case 'choice':
      return fc.constantFrom(...(spec.choices ?? []))
    case 'list':
      return spec.item ? fc.array(anyValueOf(spec.item, real, isTame), { maxLength: 3 }) : fc.constant([])
    case 'object':
      return spec.model ? bodyOf(spec.model, real, isTame) : fc.constant({})
    case 'json':
      return fc.jsonValue()
  }
}

/** Bodies of a model, nearly valid: `real` are texts that name something. Tame ones have values of the right type only. */
export function bodyOf(model: Model, real: fc.Arbitrary<string>, isTame = false): fc.Arbitrary<object> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {}
  for (const [name, { spec }] of Object.entries(model.fields)) fields[name] = anyValueOf(spec, real, isTame)
  const required = Object.entries(model.fields).filter(([, { spec }]) => spec.required)
  return fc.record(fields, { requiredKeys: required.map(([name]) => name) })
}

/** JSON of anything, and texts that look like it. */
export const strangeJson = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', '\\u', 'd800', '1', 'e', '-', '.', 'true', ' '), {
      maxLength: 40,
    })
    .map((parts) => parts.join('')),
)
