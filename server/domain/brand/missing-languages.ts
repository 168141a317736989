import type { BrandFile } from './document.ts'
import { type FileFault, faultOf } from './faults/fault.ts'
import { languagesWithout, type SpokenText } from './texts/spoken-text.ts'
import { namesByLanguage, type ValueDisplay } from './value-names.ts'

type Speaking = Pick<BrandFile, 'brand' | 'programs' | 'templates' | 'passes' | 'campaigns'>

interface CustomerText {
  readonly path: string
  /** What it has by language; undefined for one text for all. */
  readonly entries: Readonly<Record<string, unknown>> | undefined
  /** Names, which may be the same in every language. */
  readonly isName?: true
}

/**
 * Texts that lack a language which the brand speaks. One text for all is in the first language; a name may well be the
 * same in all of them.
 */
export function findMissingLanguages(file: Pick<Speaking, 'brand'> & Partial<Speaking>): FileFault[] {
  const { languages = [] } = file.brand
  const [fallback] = languages
  if (fallback === undefined || languages.length === 1) return []
  return [...textsOf(file)].flatMap(({ path, entries, isName }) => {
    if (!entries && isName) return []
    const missing = languagesWithout(entries ?? { [fallback]: true }, languages)
    const instead = entries ? (languages.find((one) => Object.hasOwn(entries, one)) ?? fallback) : fallback
    if (missing.length === 0) return []
    return [{ path, ...faultOf('languagesMissing', { languages: missing, fallback: instead }) }]
  })
}

function* textsOf({
  programs = [],
  templates = [],
  passes,
  campaigns = [],
}: Partial<Speaking>): Generator<CustomerText> {
  for (const program of programs) yield* namesOf(program)
  for (const { id, channel, subject, body, html } of templates) {
    // A receiver's program reads it, no customer.
    if (channel === 'webhook') continue
    const at = `templates[${id}]`
    yield* said(`${at}.subject`, subject)
    yield* said(`${at}.body`, body)
    yield* said(`${at}.html`, html)
  }
  yield* named('passes.organizationName', passes?.organizationName)
  yield* named('passes.logoText', passes?.logoText)
  for (const [index, { label, text }] of (passes?.fields ?? []).entries()) {
    yield* said(`passes.fields[${index}].label`, label)
    yield* said(`passes.fields[${index}].text`, text)
  }
  for (const { id, rules } of campaigns) for (const rule of rules) yield* rulesTexts(`campaigns[${id}]`, rule)
}

function* namesOf({ id, valueTypes, tiers }: Speaking['programs'][number]): Generator<CustomerText> {
  for (const [index, { display }] of valueTypes.entries())
    yield* named(`programs[${id}].valueTypes[${index}].display`, display)
  for (const level of tiers?.levels ?? []) yield* named(`programs[${id}].tiers.levels[${level.id}].name`, level.name)
}

function* rulesTexts(campaign: string, rule: Speaking['campaigns'][number]['rules'][number]): Generator<CustomerText> {
  const at = `${campaign}.rules[${rule.id}]`
  // An option without a text of its own is called by its id.
  if (rule.option && rule.option.display !== rule.option.id) yield* said(`${at}.option.display`, rule.option.display)
  for (const [index, result] of rule.then.entries()) {
    if ('notify' in result && result.notify.channel !== 'webhook')
      yield* said(`${at}.then[${index}].notify.text`, result.notify.text)
    if ('block' in result) yield* said(`${at}.then[${index}].block.message`, result.block.message)
  }
}

function* said(path: string, text: SpokenText | undefined): Generator<CustomerText> {
  if (text === undefined) return
  yield { path, entries: typeof text === 'string' ? undefined : text }
}

function* named(path: string, name: SpokenText | ValueDisplay | undefined): Generator<CustomerText> {
  const entries = namesByLanguage(name)
  if (entries) yield { path, entries, isName: true }
}
